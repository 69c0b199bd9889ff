import { geoNaturalEarth1, geoPath } from 'd3-geo';
import isoCodes from 'i18n-iso-countries/codes.json';
import { useMemo } from 'react';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';
import type { Breakdown } from '../../api/types';
import { countryName } from '../../lib/format/format';
import css from './analytics.module.css';
import { type Noun, words } from './words';

const WIDTH = 640;
const HEIGHT = 320;
/** The atlas names countries by their ISO 3166-1 number, the API by their two letters. */
const alpha2 = new Map((isoCodes as string[][]).map(([two, , number]) => [number, two]));

const topology = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
const shapes = feature(topology, topology.objects.countries).features.filter((shape) => shape.id !== '010');
const projection = geoNaturalEarth1().fitSize([WIDTH, HEIGHT], { type: 'FeatureCollection', features: shapes });
const path = geoPath(projection);
const drawn = shapes.map((shape) => ({
  code: alpha2.get(String(shape.id)),
  outline: path(shape) ?? '',
  key: String(shape.id ?? shape.properties.name),
}));

/** Five steps of the accent, by share of the busiest country on a square-root scale (few countries would hide the rest). */
function step(clicks: number, most: number): number {
  return clicks === 0 || most === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(clicks / most) * 5));
}

/** Countries shaded by their clicks. A picture only: the ranking beside it holds the same figures for keyboard and reader. */
export function WorldMap({ countries, noun, onSelect }: { countries: Breakdown[]; noun: Noun; onSelect: (code: string) => void }) {
  const clicks = useMemo(() => new Map(countries.map((country) => [country.name, country.clicks])), [countries]);
  const most = Math.max(0, ...countries.filter((c) => c.name !== 'Unknown').map((c) => c.clicks));
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={css.map} role="img" aria-label={words[noun].map}>
      {drawn.map(({ code, outline, key }) => {
        const count = (code && clicks.get(code)) || 0;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the same filter is a button in the list beside the map
          <path key={key} d={outline} data-step={step(count, most)} onClick={code && count > 0 ? () => onSelect(code) : undefined}>
            {code && count > 0 && <title>{words[noun].at(countryName(code), count)}</title>}
          </path>
        );
      })}
    </svg>
  );
}
