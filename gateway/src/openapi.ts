import { ERROR_CATALOGUE } from '@linqr/platform/errors';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { MEDIA_EXTENSION } from './http/api-route.js';
import { VERSION } from './version.js';

/** The OpenAPI document of the code that runs; nothing in it is written by hand. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Linqr API')
    .setDescription(
      'Short links, QR codes and their analytics. Authenticate with your API key as a bearer token. Every success is `{ success: true, data }`, every failure `{ success: false, message, code, details, requestId }`.',
    )
    .setVersion(VERSION)
    .addServer('/')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'API key (lq_live_…) or access token' })
    .addCookieAuth('accessToken', { type: 'apiKey', in: 'cookie', name: 'accessToken' }, 'accessToken')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
  describeFiles(document);
  // Tools pass over what begins with x-; the reference screen shows it.
  return Object.assign(document, { 'x-error-codes': errorCodes() });
}

/** Puts the media types of files and streams into the answers that carry them. */
function describeFiles(document: OpenAPIObject): void {
  for (const item of Object.values(document.paths))
    for (const operation of Object.values(item as Record<string, Described>)) {
      const media = operation?.[MEDIA_EXTENSION];
      if (!media) continue;
      delete operation[MEDIA_EXTENSION];
      const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))!;
      const files = media.types.map(
        (type) => [type, { schema: { type: 'string', ...(isText(type) ? {} : { format: 'binary' }) } }] as const,
      );
      answer.content = { ...(media.only ? {} : answer.content), ...Object.fromEntries(files) };
    }
}

interface Described {
  [MEDIA_EXTENSION]?: { types: string[]; only: boolean };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

const isText = (type: string) => type.startsWith('text/') || type === 'image/svg+xml';

/** Every code with its HTTP status and meaning. */
function errorCodes(): Record<string, { status: number; about: string }> {
  return Object.fromEntries(Object.entries(ERROR_CATALOGUE).map(([code, { http, about }]) => [code, { status: http, about }]));
}
