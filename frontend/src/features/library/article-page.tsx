import { IconArrowLeft, IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import { type ComponentType, lazy, useEffect } from 'react';
import { Link, NavLink, useLocation, useParams } from 'react-router-dom';
import { ArticleBody } from '../../components/article/article';
import type { Article } from '../../components/article/article.types';
import { NotFound } from '../../components/not-found/not-found';
import { appOrigin } from '../../lib/origins';
import { usePageMeta } from '../../lib/use-page-meta';
import { t } from '../../messages/en/library';
import { type Library, type Place, pathOf, placesOf, type Topic } from './library';
import css from './library.module.css';
import { LibrarySearch } from './library-search';

/** All categories and topics, with the one that is read marked. */
export function LibraryNav({ library }: { library: Library }) {
  return (
    <nav className={css.nav} aria-label={library.name}>
      {library.categories.map((category) => (
        <div key={category.key}>
          <NavLink to={pathOf(library, category)} end className={css.navHead}>
            {category.title}
          </NavLink>
          <ul role="list">
            {category.topics.map((topic) => (
              <li key={topic.key}>
                <NavLink to={pathOf(library, category, topic)}>{topic.title}</NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** The frame of a category or an article: search and contents at the side, folded away on a phone. */
export function LibraryFrame({ library, children }: { library: Library; children: React.ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={css.frame}>
      <aside className={css.side}>
        <LibrarySearch library={library} />
        {/* A new page folds it up again. */}
        <details className={css.fold} key={pathname}>
          <summary>
            {t('showContents', { name: library.name })}
            <IconChevronDown aria-hidden="true" />
          </summary>
          <LibraryNav library={library} />
        </details>
        <div className={css.wideNav}>
          <LibraryNav library={library} />
        </div>
      </aside>
      {children}
    </div>
  );
}

export function Crumbs({ library, place }: { library: Library; place?: Place }) {
  return (
    <nav className={css.crumbs} aria-label={t('breadcrumb')}>
      <Link to={library.base}>{library.name}</Link>
      {place && (
        <>
          <span aria-hidden="true">/</span>
          <Link to={pathOf(library, place.category)}>{place.category.title}</Link>
        </>
      )}
    </nav>
  );
}

function Neighbour({ place, label, forward = false }: { place: Place | undefined; label: string; forward?: boolean }) {
  if (!place) return <span />;
  return (
    <Link to={place.path} className={css.neighbour} data-forward={forward ? '' : undefined} rel={forward ? 'next' : 'prev'}>
      <span>
        {!forward && <IconArrowLeft aria-hidden="true" />}
        {label}
        {forward && <IconArrowRight aria-hidden="true" />}
      </span>
      <strong>{place.topic.title}</strong>
    </Link>
  );
}

/** Arriving at '…#heading' shows that heading, once the article is there. */
function useHeadingInView(): void {
  const { hash, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article with the same hash scrolls too
  useEffect(() => {
    const heading = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!heading) return;
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }, [hash, pathname]);
}

interface ReadingProps {
  library: Library;
  place: Place;
}

function Reading({ library, place, article }: ReadingProps & { article: Article }) {
  const { category, topic } = place;
  const places = placesOf(library);
  const at = places.findIndex(({ path }) => path === place.path);
  useHeadingInView();
  usePageMeta({
    title: `${topic.title} · ${library.name}`,
    description: topic.summary,
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { name: library.name, item: library.base },
        { name: category.title, item: pathOf(library, category) },
        { name: topic.title, item: place.path },
      ].map(({ name, item }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: `${appOrigin()}${item}` })),
    },
  });
  return (
    <LibraryFrame library={library}>
      <article className={css.reading}>
        <header className={css.head}>
          <Crumbs library={library} place={place} />
          <h1>{topic.title}</h1>
          <p>{topic.summary}</p>
        </header>
        <ArticleBody blocks={article.blocks} />
        <div className={css.neighbours}>
          <Neighbour place={places[at - 1]} label={t('previous')} />
          <Neighbour place={places[at + 1]} label={t('next')} forward />
        </div>
      </article>
      {article.headings.length > 1 && (
        <nav className={css.toc} aria-label={t('onThisPage')}>
          <p aria-hidden="true">{t('onThisPage')}</p>
          <ul role="list">
            {article.headings.map((heading) => (
              <li key={heading.id} data-level={heading.level}>
                <a href={`#${heading.id}`}>{heading.title}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </LibraryFrame>
  );
}

const screens = new WeakMap<Topic, ComponentType<ReadingProps>>();

/** The screen of a topic with its article in a bundle of its own; a bundle that did not come is asked for again at the next look. */
function screenOf(topic: Topic): ComponentType<ReadingProps> {
  const known = screens.get(topic);
  if (known) return known;
  const Screen = lazy(() =>
    topic.load().then(
      ({ default: article }) => ({ default: (props: ReadingProps) => <Reading {...props} article={article} /> }),
      (error: unknown) => {
        screens.delete(topic);
        throw error;
      },
    ),
  );
  screens.set(topic, Screen);
  return Screen;
}

/** One article of a library, by the parameters of its route. */
export function ArticlePage({ library }: { library: Library }) {
  const { category, topic } = useParams();
  const place = placesOf(library).find((one) => one.category.key === category && one.topic.key === topic);
  if (!place) return <NotFound />;
  const Screen = screenOf(place.topic);
  return <Screen key={place.path} library={library} place={place} />;
}
