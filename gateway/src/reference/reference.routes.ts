// What can be had about the API itself: the document, and what is made from it. Made once, at start.
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { apiGuide } from './guide.js';
import { postmanCollection } from './postman.js';

const GROUP = 'Reference';

const failure = (code: string) => ({
  description: code,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Adds these routes to the document too, so that nothing the API answers is undocumented. */
export function describeReference(document: OpenAPIObject): void {
  const get = (summary: string, mediaType: string) => ({
    get: {
      tags: [GROUP],
      summary,
      operationId: `Reference_${summary.replace(/\W+/g, '_')}`,
      parameters: [],
      responses: {
        '200': {
          description: summary,
          content: { [mediaType]: { schema: mediaType === 'application/json' ? { type: 'object' } : { type: 'string' } } },
        },
        '400': failure('API_VERSION_UNSUPPORTED'),
        '429': failure('RATE_LIMITED'),
      },
    },
  });
  Object.assign(document.paths, {
    '/api/openapi.json': get('The OpenAPI document', 'application/json'),
    '/api/postman.json': get('The Postman collection', 'application/json'),
    '/api/guide.md': get('The API guide', 'text/markdown'),
  });
}

export function serveReference(server: Express, document: OpenAPIObject, origin: string): void {
  const collection = JSON.stringify(postmanCollection(document, origin), null, 2);
  const guide = apiGuide(document, origin);
  server.get('/api/openapi.json', (_request, response) => void response.json(document));
  server.get('/api/postman.json', (_request, response) => {
    response.type('application/json').attachment('linqr.postman_collection.json').send(collection);
  });
  server.get('/api/guide.md', (_request, response) => {
    response.type('text/markdown').attachment('linqr-api-guide.md').send(guide);
  });
}
