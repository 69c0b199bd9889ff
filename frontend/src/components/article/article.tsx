import { IconAlertTriangle, IconBulb, IconInfoCircle } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { appOrigin, shortHost, shortOrigin } from '../../lib/origins';
import { t } from '../../messages/en/library';
import { CodeBlock } from '../code-block/code-block';
import css from './article.module.css';
import type { Block, Inline, Sample } from './article.types';

/** What a press inside an article may open without leaving the app: not the API's own addresses and not the mailbox. */
const isScreen = (href: string): boolean => /^\/(?!api\/|mailbox|qr\/)/.test(href);

/** `{app}`, `{short}` and `{shortHost}` in an article are this installation's addresses. */
export function localized(text: string): string {
  if (!text.includes('{')) return text;
  return text.replaceAll('{app}', appOrigin()).replaceAll('{short}', shortOrigin()).replaceAll('{shortHost}', shortHost());
}

const localizedSample = (sample: Sample): Sample => ({
  ...sample,
  parts: sample.parts.map(([text, tone]) => [localized(text), tone]),
});

function inline(part: Inline): ReactNode {
  if (typeof part === 'string') return localized(part);
  if ('code' in part) return <code>{localized(part.code)}</code>;
  if ('href' in part) {
    const words = <Inlines parts={part.c} />;
    return isScreen(part.href) ? <Link to={part.href}>{words}</Link> : <a href={part.href}>{words}</a>;
  }
  if (part.b === 'strong') return <strong>{<Inlines parts={part.c} />}</strong>;
  if (part.b === 'em') return <em>{<Inlines parts={part.c} />}</em>;
  return <Inlines parts={part.c} />;
}

/** Running text. */
export function Inlines({ parts }: { parts: readonly Inline[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
    <Fragment key={index}>{inline(part)}</Fragment>
  ));
}

const noteIcons = { info: IconInfoCircle, success: IconBulb, warning: IconAlertTriangle };

function block(part: Block): ReactNode {
  switch (part.t) {
    case 'p':
      return (
        <p>
          <Inlines parts={part.c} />
        </p>
      );
    case 'h': {
      const Heading = part.level === 2 ? 'h2' : 'h3';
      return (
        <Heading id={part.id} tabIndex={-1}>
          <Inlines parts={part.c} />
          <a className={css.anchor} href={`#${part.id}`} aria-label={t('anchor', { title: plainText(part.c) })}>
            #
          </a>
        </Heading>
      );
    }
    case 'ul':
    case 'ol': {
      const List = part.t;
      return (
        <List>
          {part.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
            <li key={index}>
              <Blocks blocks={item} />
            </li>
          ))}
        </List>
      );
    }
    case 'code':
      return <CodeBlock samples={part.samples.map(localizedSample)} />;
    case 'note': {
      const Icon = noteIcons[part.tone];
      return (
        <div className={css.note} data-tone={part.tone} role="note">
          <Icon aria-hidden="true" />
          <div>
            <Blocks blocks={part.c} />
          </div>
        </div>
      );
    }
    case 'table':
      return <Table head={part.head} rows={part.rows} />;
  }
}

function Table({ head, rows }: { head: Inline[][]; rows: Inline[][][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={css.tableBox} role="group" aria-label={t('table', { title: plainText(head[0] ?? []) })} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
              <th key={index} scope="col">
                <Inlines parts={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
            <tr key={index}>
              {row.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
                <td key={place}>
                  <Inlines parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function plainText(parts: readonly Inline[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : 'code' in part ? part.code : plainText(part.c))).join('');
}

function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: an article never changes
    <Fragment key={index}>{block(part)}</Fragment>
  ));
}

/** A compiled article (build/article.mjs) as text. */
export function ArticleBody({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={css.article}>
      <Blocks blocks={blocks} />
    </div>
  );
}
