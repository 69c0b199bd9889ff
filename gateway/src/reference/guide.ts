// The API guide: the reference as one Markdown file, from the OpenAPI document.
import type { OpenAPIObject } from '@nestjs/swagger';
import { byGroup, type Operation, operationsOf } from './operations.js';
import { exampleOf, resolve, type Schema } from './schema.example.js';

type ErrorCodes = Record<string, { status: number; about: string }>;

export function apiGuide(document: OpenAPIObject, origin: string): string {
  const groups = [...byGroup(operationsOf(document))];
  const codes = (document as OpenAPIObject & { 'x-error-codes'?: ErrorCodes })['x-error-codes'] ?? {};
  return [
    `# ${document.info.title}`,
    `Version ${document.info.version}. ${document.info.description ?? ''}`,
    `\`\`\`sh\ncurl ${origin}/api/v1/urls/shorten \\\n  -H 'Authorization: Bearer lq_live_…' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"originalUrl":"https://example.com/page"}'\n\`\`\``,
    `Every path below also answers under \`/api/v1\`. The calls that a key made this hour and may still make are in the \`RateLimit-*\` headers; past the limit the answer is 429 with \`Retry-After\`. Creations take an \`Idempotency-Key\`: the same key within 24 hours answers with what was made the first time.`,
    `## Contents\n\n${groups.map(([name]) => `- [${name}](#${name.toLowerCase().replace(/[^\w]+/g, '-')})`).join('\n')}\n- [Errors](#errors)`,
    ...groups.flatMap(([name, operations]) => [`## ${name}`, ...operations.map((operation) => section(document, operation, origin))]),
    `## Errors\n\n| Code | HTTP | Meaning |\n|---|---|---|\n${Object.entries(codes)
      .sort(([, a], [, b]) => a.status - b.status)
      .map(([code, { status, about }]) => `| \`${code}\` | ${status} | ${about.replaceAll('|', '\\|')} |`)
      .join('\n')}`,
    '',
  ].join('\n\n');
}

function section(document: OpenAPIObject, operation: Operation, origin: string): string {
  const parts = [`### ${operation.summary}`, `\`${operation.method} ${operation.path}\`${operation.needsKey ? '' : ' (no key needed)'}`];
  if (operation.description) parts.push(operation.description);
  if (operation.parameters.length > 0)
    parts.push(
      `| Parameter | In | Required | Meaning |\n|---|---|---|---|\n${operation.parameters
        .map(({ name, in: place, required, description }) => `| \`${name}\` | ${place} | ${required ? 'yes' : ''} | ${cell(description)} |`)
        .join('\n')}`,
    );
  if (operation.body) {
    parts.push(fields(document, operation.body));
    parts.push(
      `\`\`\`sh\ncurl -X ${operation.method} ${origin}${operation.path}${operation.needsKey ? " \\\n  -H 'Authorization: Bearer lq_live_…'" : ''} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(exampleOf(document, operation.body)).replaceAll("'", "'\\''")}'\n\`\`\``,
    );
  } else if (operation.otherBody) parts.push(`Body: \`${operation.otherBody}\`.`);
  parts.push(
    `| Answer | |\n|---|---|\n${operation.responses.map(({ status, description }) => `| ${status} | ${cell(description)} |`).join('\n')}`,
  );
  return parts.filter(Boolean).join('\n\n');
}

function fields(document: OpenAPIObject, body: Schema): string {
  const schema = resolve(document, body);
  const rows = Object.entries(schema.properties ?? {}).map(([name, part]) => {
    const own = resolve(document, part);
    const type = own.enum ? own.enum.map((value) => `\`${String(value)}\``).join(' · ') : [own.type ?? 'object'].flat().join(' or ');
    return `| \`${name}\` | ${cell(type)} | ${schema.required?.includes(name) ? 'yes' : ''} | ${cell(part.description ?? own.description)} |`;
  });
  return rows.length > 0 ? `| Field | Type | Required | Meaning |\n|---|---|---|---|\n${rows.join('\n')}` : '';
}

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
