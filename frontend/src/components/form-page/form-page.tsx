import { IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import css from './form-page.module.css';

/** A public page with a form and what one should know beside it. */
export function FormPage({ title, lead, children, aside }: { title: string; lead: string; children: ReactNode; aside: ReactNode }) {
  return (
    <div className={css.page}>
      <header className={css.head}>
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      <div className={css.columns}>
        <div className={css.main}>{children}</div>
        <aside className={css.aside}>{aside}</aside>
      </div>
    </div>
  );
}

/** In the form's place once it was sent; takes the focus, so that it is read out. */
export function FormSent({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={css.sent}>
      <IconCircleCheck aria-hidden="true" />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {action}
    </div>
  );
}

/** A field that no person sees and that programs fill in. */
export function Trap({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <div className={css.trap} aria-hidden="true">
      <label>
        {label}
        <input name="website" tabIndex={-1} autoComplete="off" value={value} onChange={(event) => onChange(event.target.value)} />
      </label>
    </div>
  );
}
