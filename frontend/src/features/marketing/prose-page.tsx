import { usePageMeta } from '../../lib/use-page-meta';
import css from './marketing.module.css';

export interface ProsePageProps {
  title: string;
  lead: string;
  updated?: string;
  sections: readonly (readonly [title: string, text: string])[];
}

/** A page that is read from top to bottom. */
export function ProsePage({ title, lead, updated, sections }: ProsePageProps) {
  usePageMeta({ title, description: lead });
  return (
    <article className={css.prose}>
      <header className={css.proseHead}>
        <h1>{title}</h1>
        <p>{lead}</p>
        {updated && <p className={css.updated}>{updated}</p>}
      </header>
      {sections.map(([heading, text]) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <p>{text}</p>
        </section>
      ))}
    </article>
  );
}
