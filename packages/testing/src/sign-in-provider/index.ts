import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Who is signed in at the provider. */
export interface PersonThere {
  subject: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

interface Grant {
  person: PersonThere;
  clientId: string;
  redirectUri: string;
  challenge: string;
  nonce: string | null;
}

export const CLIENT_ID = 'linqr-test';
export const CLIENT_SECRET = 'a secret of the test';

/**
 * A sign-in provider over real HTTP: OpenID Connect as Google speaks it and OAuth as GitHub does, with its own keys, codes
 * that work once, and PKCE, client secret and redirect address really checked.
 */
export class SignInProvider {
  /** The person that the browser is signed in as there; undefined presses Cancel. */
  person: PersonThere | undefined;
  /** Signs ID tokens with a key that it does not publish. */
  forging = false;
  /** Puts this into ID tokens instead of the nonce it was given. */
  wrongNonce: string | undefined;
  private readonly key = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 });
  private readonly codes = new Map<string, Grant>();
  private readonly tokens = new Map<string, PersonThere>();
  private server: Server | undefined;

  get origin(): string {
    return `http://127.0.0.1:${(this.server!.address() as AddressInfo).port}`;
  }

  async listen(): Promise<this> {
    this.server = createServer((request, response) => {
      this.answer(request, response).catch((error: Error) => response.writeHead(500).end(error.message));
    });
    await new Promise<void>((resolve) => this.server!.listen(0, '127.0.0.1', resolve));
    return this;
  }

  async close(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.origin);
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const bearer = this.tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '');
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return void json(200, {
          issuer: this.origin,
          authorization_endpoint: `${this.origin}/authorize`,
          token_endpoint: `${this.origin}/token`,
          jwks_uri: `${this.origin}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/jwks':
        return void json(200, { keys: [{ ...this.key.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] });
      case '/authorize':
      case '/login/oauth/authorize':
        return this.authorize(url, response);
      case '/token':
      case '/login/oauth/access_token':
        return this.exchange(url.pathname === '/token', new URLSearchParams(await bodyOf(request)), json);
      case '/user':
        return void json(bearer ? 200 : 401, bearer ? { id: Number(bearer.subject), login: 'ada', name: bearer.name } : {});
      case '/user/emails':
        return void json(bearer ? 200 : 401, [
          { email: 'other@example.org', primary: false, verified: true },
          { email: bearer?.email, primary: true, verified: bearer?.emailVerified },
        ]);
      default:
        json(404, {});
    }
  }

  private authorize(url: URL, response: ServerResponse): void {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    if (this.person) {
      const code = randomBytes(16).toString('hex');
      this.codes.set(code, {
        person: this.person,
        clientId: url.searchParams.get('client_id') ?? '',
        redirectUri: url.searchParams.get('redirect_uri') ?? '',
        challenge: url.searchParams.get('code_challenge_method') === 'S256' ? (url.searchParams.get('code_challenge') ?? '') : '',
        nonce: url.searchParams.get('nonce'),
      });
      back.searchParams.set('code', code);
    } else back.searchParams.set('error', 'access_denied');
    response.writeHead(302, { location: back.href }).end();
  }

  private exchange(openId: boolean, body: URLSearchParams, json: (status: number, body: unknown) => unknown): void {
    const code = body.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const right =
      grant &&
      body.get('client_id') === CLIENT_ID &&
      body.get('client_secret') === CLIENT_SECRET &&
      grant.clientId === CLIENT_ID &&
      body.get('redirect_uri') === grant.redirectUri &&
      verifier === grant.challenge;
    if (!right) return void json(400, { error: 'invalid_grant' });
    const accessToken = randomBytes(16).toString('hex');
    this.tokens.set(accessToken, grant.person);
    json(200, {
      access_token: accessToken,
      token_type: 'bearer',
      ...(openId ? { expires_in: 3_600, id_token: this.idToken(grant) } : { scope: 'read:user,user:email' }),
    });
  }

  private idToken({ person, nonce }: Grant): string {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const parts = [
      { alg: 'RS256', typ: 'JWT', kid: 'one' },
      {
        iss: this.origin,
        aud: CLIENT_ID,
        sub: person.subject,
        iat: nowSeconds,
        exp: nowSeconds + 300,
        email: person.email,
        email_verified: person.emailVerified,
        name: person.name,
        nonce: this.wrongNonce ?? nonce,
      },
    ];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const key = (this.forging ? this.otherKey : this.key).privateKey;
    return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`;
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
