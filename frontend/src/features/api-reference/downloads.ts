import { t } from '../../messages/en/api-reference';
import type { OpenApiDocument } from './openapi.types';

interface Download {
  href: string;
  title: string;
  text: string;
}

const openApi: Download = { href: '/api/openapi.json', title: t('openApiTitle'), text: t('openApiText') };
/** Served by some versions of the server; offered where its own document says so. */
const optional: Download[] = [
  { href: '/api/postman.json', title: t('postmanTitle'), text: t('postmanText') },
  { href: '/api/guide.md', title: t('guideFileTitle'), text: t('guideFileText') },
];

/** What can be downloaded about the API of this server. */
export function downloadsOf(document: OpenApiDocument | undefined): Download[] {
  return [openApi, ...optional.filter(({ href }) => document?.paths[href]?.get)];
}
