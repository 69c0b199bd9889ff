import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useHotkey } from '../../lib/keys/use-hotkey';
import { t } from '../../messages/en/library';
import type { Library } from './library';
import css from './library-search.module.css';
import type { Hit } from './search-index';

type Find = (query: string) => Hit[];

/** Splits a text at the words that were found, for marking them. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  return text.split(pattern).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  );
}

/** The search box of a library. Its index is fetched when the box gets the focus. */
export function LibrarySearch({ library, large = false }: { library: Library; large?: boolean }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const [find, setFind] = useState<Find>();
  const [failed, setFailed] = useState(false);
  useHotkey('/', () => input.current?.focus());

  const asked = query.trim();
  const hits = useMemo(() => (find && asked ? find(asked) : []), [find, asked]);
  const shown = open && asked !== '';

  const load = () => {
    setFailed(false);
    if (find) return;
    import('./search-index')
      .then(({ openIndex }) => openIndex(library))
      .then(
        (ready) => setFind(() => ready),
        () => setFailed(true),
      );
  };
  useEffect(() => {
    if (!open) return;
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, [open]);

  const leave = () => {
    setOpen(false);
    setQuery('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (query) setQuery('');
      else input.current?.blur();
      setOpen(false);
      return;
    }
    if (!shown || hits.length === 0) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((active + step + hits.length) % hits.length);
    }
    const hit = hits[active];
    if (event.key === 'Enter' && hit) {
      event.preventDefault();
      leave();
      void navigate(hit.to);
    }
  };

  return (
    <div
      ref={box}
      className={css.box}
      data-large={large ? '' : undefined}
      role="search"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <IconSearch className={css.icon} aria-hidden="true" />
      <input
        ref={input}
        type="search"
        className={css.input}
        role="combobox"
        aria-label={library.search}
        aria-expanded={shown && hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={shown && hits.length > 0 ? `${id}-${active}` : undefined}
        placeholder={large ? library.search : t('search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={query}
        onFocus={() => {
          load();
          setOpen(true);
        }}
        onChange={(event) => {
          setQuery(event.target.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <kbd className={css.key} aria-hidden="true">
        /
      </kbd>
      <div className={css.panel} hidden={!shown}>
        <p className={hits.length > 0 ? 'visually-hidden' : css.nothing} role="status">
          {shown && status(failed, find !== undefined, hits.length, asked)}
        </p>
        <div id={`${id}-list`} role="listbox" aria-label={library.search} className={css.list}>
          {hits.map((hit, index) => (
            // The box keeps the focus; the arrows walk the list.
            <Link
              key={hit.to}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              to={hit.to}
              tabIndex={-1}
              onClick={leave}
              onMouseMove={() => setActive(index)}
            >
              <span className={css.where}>
                {hit.category} · {hit.title}
              </span>
              <strong>
                <Marked text={hit.heading || hit.title} words={hit.words} />
              </strong>
              <span className={css.excerpt}>
                <Marked text={hit.excerpt} words={hit.words} />
              </span>
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}

function status(failed: boolean, ready: boolean, count: number, query: string): string {
  if (failed) return t('searchFailed');
  if (!ready) return t('searchLoading');
  return count > 0 ? t('searchCount', { count }) : t('searchNone', { query });
}
