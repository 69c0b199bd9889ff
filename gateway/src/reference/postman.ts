// The Postman collection (format 2.1) of the API, from its OpenAPI document.
import type { OpenAPIObject } from '@nestjs/swagger';
import { byGroup, type Operation, operationsOf, type Parameter } from './operations.js';
import { exampleOf } from './schema.example.js';

export function postmanCollection(document: OpenAPIObject, origin: string): Record<string, unknown> {
  return {
    info: {
      name: document.info.title,
      description: document.info.description ?? '',
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: origin, type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: [...byGroup(operationsOf(document))].map(([name, operations]) => ({
      name,
      item: operations.map((operation) => item(document, operation)),
    })),
  };
}

function item(document: OpenAPIObject, operation: Operation) {
  // Postman writes path variables as :name.
  const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
  const of = (place: Parameter['in']) => operation.parameters.filter((parameter) => parameter.in === place);
  const value = ({ name, schema }: Parameter) => {
    const example = schema ? exampleOf(document, schema, name) : '';
    if (example === undefined || example === null) return '';
    return typeof example === 'string' ? example.replace(/^<.*>$/, '') : JSON.stringify(example);
  };
  const entry = (parameter: Parameter) => ({
    key: parameter.name,
    value: value(parameter),
    description: parameter.description ?? '',
    // Optional ones are there to be ticked.
    disabled: !parameter.required,
  });
  return {
    name: operation.summary,
    request: {
      method: operation.method,
      ...(operation.needsKey ? {} : { auth: { type: 'noauth' } }),
      description: operation.description,
      header: [...(operation.body ? [{ key: 'Content-Type', value: 'application/json' }] : []), ...of('header').map(entry)],
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ['{{baseUrl}}'],
        path: path.split('/').filter(Boolean),
        query: of('query').map(entry),
        variable: of('path').map((parameter) => ({ key: parameter.name, value: '', description: parameter.description ?? '' })),
      },
      ...(operation.body
        ? {
            body: {
              mode: 'raw',
              raw: JSON.stringify(exampleOf(document, operation.body), null, 2),
              options: { raw: { language: 'json' } },
            },
          }
        : {}),
    },
    response: [],
  };
}
