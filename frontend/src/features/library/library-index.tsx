import { Link } from 'react-router-dom';
import { t } from '../../messages/en/library';
import { type Library, pathOf } from './library';
import css from './library.module.css';
import { LibrarySearch } from './library-search';

export interface LibraryIndexProps {
  library: Library;
  lead: string;
  /** Addresses below the search box, for what most people come for. */
  popular: readonly { to: string; label: string }[];
  children?: React.ReactNode;
}

/** The first page of a library: search, popular topics, every category with its articles. */
export function LibraryIndex({ library, lead, popular, children }: LibraryIndexProps) {
  return (
    <div className={css.index}>
      <header className={css.indexHead}>
        <h1>{library.name}</h1>
        <p>{lead}</p>
        <div className={css.indexSearch}>
          <LibrarySearch library={library} large />
        </div>
        <p className={css.popular}>
          <span>{t('popular')}</span>
          {popular.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </p>
      </header>
      <div className={css.categories}>
        {library.categories.map((category) => (
          <section key={category.key} className={css.category}>
            <category.Icon aria-hidden="true" />
            <h2>
              <Link to={pathOf(library, category)}>{category.title}</Link>
            </h2>
            <p>{category.summary}</p>
            <ul role="list">
              {category.topics.map((topic) => (
                <li key={topic.key}>
                  <Link to={pathOf(library, category, topic)}>{topic.title}</Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {children}
    </div>
  );
}
