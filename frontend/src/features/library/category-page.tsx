import { Link, useParams } from 'react-router-dom';
import { NotFound } from '../../components/not-found/not-found';
import { usePageMeta } from '../../lib/use-page-meta';
import { Crumbs, LibraryFrame } from './article-page';
import { type Category, type Library, pathOf } from './library';
import css from './library.module.css';

function Topics({ library, category }: { library: Library; category: Category }) {
  usePageMeta({ title: `${category.title} · ${library.name}`, description: category.summary });
  return (
    <LibraryFrame library={library}>
      <div className={css.reading}>
        <header className={css.head}>
          <Crumbs library={library} />
          <h1>{category.title}</h1>
          <p>{category.summary}</p>
        </header>
        <ul role="list" className={css.topics}>
          {category.topics.map((topic) => (
            <li key={topic.key}>
              <Link to={pathOf(library, category, topic)}>
                <h2>{topic.title}</h2>
                <p>{topic.summary}</p>
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </LibraryFrame>
  );
}

/** One category of a library with its topics. */
export function CategoryPage({ library }: { library: Library }) {
  const { category: key } = useParams();
  const category = library.categories.find((one) => one.key === key);
  return category ? <Topics library={library} category={category} /> : <NotFound />;
}
