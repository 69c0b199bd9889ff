import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openBus } from '@linqr/platform/bus';
import { nestLogger, type Runtime, traceProcess } from '@linqr/platform/service';
import { validationError } from '@linqr/platform/validation';
import { Role } from '@linqr/proto/auth/v1/auth';
import { StandardSchemaValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import cookieParser from 'cookie-parser';
import express, { type NextFunction, type Request, type Response } from 'express';
import { AppModule } from './app.module.js';
import { Services } from './clients.js';
import type { GatewayConfig } from './config.js';
import { apiVersion, requestContext } from './http/context.middleware.js';
import { SessionCookies } from './http/cookies.js';
import { Csrf } from './http/csrf.js';
import { ErrorFilter, expressErrors } from './http/error.filter.js';
import { floodLimits } from './http/limits.js';
import { LiveSessions } from './http/live-sessions.js';
import { securityHeaders } from './http/security-headers.js';
import { answerUnparsable } from './http/unparsable.js';
import { IMPORT_BODY_LIMIT as LINK_IMPORT_BODY_LIMIT } from './links/link-bulk.dto.js';
import { openApiDocument } from './openapi.js';
import { IMPORT_BODY_LIMIT } from './qrcodes/qr-bulk.dto.js';
import { describeReference, serveReference } from './reference/reference.routes.js';
import { passOn } from './site/proxy.js';
import { serveSite } from './site/static-site.js';

/** Logos travel inside QR designs as data URLs: 5 MB, a third more in base64. */
const QR_BODY_LIMIT = '8mb';
const BODY_LIMIT = '256kb';
/** Told to stop, it goes on answering this long, each time as the connection's last: no client sends into a closing one. */
const LAST_CALL_MS = 1_000;
const STRIPE_EVENT_LIMIT = '1mb';
/** What browsers and tools call a CSV file. */
const CSV_TYPES = ['text/csv', 'text/plain', 'application/csv', 'application/vnd.ms-excel'];

/** Everything between the socket and the controllers, in the order in which a request meets it. */
export async function startGateway(runtime: Runtime<GatewayConfig>): Promise<{ port: number; managementPort: number }> {
  const { config, logger, lifecycle, management } = runtime;
  await traceProcess(runtime);
  const managementPort = await management.listen(config.MANAGEMENT_HOST, config.MANAGEMENT_PORT);
  lifecycle.onClose('management', () => management.close());
  const services = new Services(config);
  services.closeOn(lifecycle);
  const bus = await openBus({ url: config.BUS_URL, clientId: 'gateway', logger, registry: management.registry });
  lifecycle.onClose('bus', () => bus.close());
  const liveSessions = new LiveSessions(async (id) => {
    const { active, role } = await services.auth.checkSession({ id }, { timeoutMs: 1_500 });
    return active ? (role === Role.ROLE_ADMIN ? 'admin' : 'user') : undefined;
  }, logger);
  const https = config.APP_ORIGIN.startsWith('https:');
  const csrf = new Csrf(config.CSRF_SECRET, https || config.SECURE_COOKIES);
  const cookies = new SessionCookies(https || config.SECURE_COOKIES);

  const server = express();
  server.disable('x-powered-by');
  server.set('trust proxy', config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false);
  server.set('query parser', 'simple');
  server.use((_request: Request, response: Response, next: NextFunction) => {
    if (lifecycle.isStopping) response.setHeader('connection', 'close');
    next();
  });
  server.use(requestContext(logger, management.registry));
  server.use(securityHeaders({ https }));
  server.use(['/api/docs', '/api/v1/docs'], securityHeaders({ https, inlineStyles: true }));
  if (config.EDGE_URL) server.use('/qr', passOn(config.EDGE_URL));
  if (config.MAILBOX_URL) server.use(['/mailbox', '/mailbox.json'], passOn(config.MAILBOX_URL));
  server.use('/api', ...floodLimits(config));
  server.use(apiVersion);
  server.use('/api/qrcodes/import', express.raw({ limit: IMPORT_BODY_LIMIT, type: CSV_TYPES }));
  server.use('/api/urls/import', express.raw({ limit: LINK_IMPORT_BODY_LIMIT, type: CSV_TYPES }));
  // Stripe signs the bytes: they are kept as they came.
  server.use('/api/subscription/stripe-webhook', express.raw({ type: () => true, limit: STRIPE_EVENT_LIMIT }));
  server.use('/api/qrcodes', express.json({ limit: QR_BODY_LIMIT }));
  server.use('/api', express.json({ limit: BODY_LIMIT }), cookieParser(), csrf.protect);
  server.use('/api', bodyIsAnObject);
  server.use(expressErrors(logger));

  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.register({ config, logger, services, csrf, cookies, liveSessions }),
    new ExpressAdapter(server),
    {
      logger: nestLogger(logger),
      bodyParser: false,
    },
  );
  app.setGlobalPrefix('api');
  app.useGlobalFilters(new ErrorFilter(logger));
  app.useGlobalPipes(new StandardSchemaValidationPipe({ exceptionFactory: validationError }));
  const document = openApiDocument(app);
  describeReference(document);
  serveReference(server, document, config.APP_ORIGIN);
  SwaggerModule.setup('api/docs', app, document, { raw: false, customSiteTitle: 'Linqr API' });
  if (config.STATIC_DIR) serveSite(server, config.STATIC_DIR, { app: config.APP_ORIGIN, short: config.SHORT_ORIGIN });
  await app.init();
  server.use(expressErrors(logger));

  const listening = await app.listen(config.PORT, config.HOST);
  answerUnparsable(listening);
  listening.requestTimeout = 60_000;
  listening.headersTimeout = 15_000;
  lifecycle.onClose('http', async () => {
    await delay(LAST_CALL_MS);
    listening.closeIdleConnections();
    await app.close();
  });
  const sessions = await liveSessions.subscribe(bus);
  lifecycle.onClose('session events', () => sessions.close());
  return { port: (listening.address() as AddressInfo).port, managementPort };
}

/** A call without a body is one with an empty object: the schema then names the fields that are missing. */
function bodyIsAnObject(request: Request, _response: Response, next: NextFunction): void {
  request.body ??= {};
  next();
}
