import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
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
  return SwaggerModule.createDocument(app, config, {
    operationIdFactory: (controller, method) => `${controller.replace('Controller', '')}_${method}`,
  });
}
