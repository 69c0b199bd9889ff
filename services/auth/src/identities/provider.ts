import * as client from 'openid-client';

export const PROVIDER_KEYS = ['google', 'github'] as const;
export type ProviderKey = (typeof PROVIDER_KEYS)[number];
export const PROVIDER_NAMES: Record<ProviderKey, string> = { google: 'Google', github: 'GitHub' };

/** A person as a provider knows them. */
export interface ProviderProfile {
  /** Never changes and never belongs to anybody else. */
  subject: string;
  email: string;
  /** Whether the provider says that the address is theirs. */
  emailVerified: boolean;
  name: string;
}

/** What is kept between going to a provider and coming back. */
export interface Journey {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** A way to sign in by somebody else's word: OAuth 2.0 authorization code with PKCE, state and, for OpenID Connect, nonce. */
export interface Provider {
  key: ProviderKey;
  /** Where the browser is sent. */
  start(journey: Journey): Promise<URL>;
  /** The person, from the address that the browser came back to. Throws when anything does not fit. */
  finish(journey: Journey, cameBackTo: URL): Promise<ProviderProfile>;
}

export interface ProviderCredentials {
  clientId: string;
  clientSecret: string;
}

const TIMEOUT_SECONDS = 8;

/** Plain http is for a provider on this machine only; the configuration holds others to https. */
function prepared(config: client.Configuration, url: URL): client.Configuration {
  config.timeout = TIMEOUT_SECONDS;
  if (url.protocol === 'http:') client.allowInsecureRequests(config);
  return config;
}

/** Google, or any other OpenID provider in its place. */
export class OpenIdProvider implements Provider {
  private discovered: Promise<client.Configuration> | undefined;

  constructor(
    readonly key: ProviderKey,
    private readonly issuer: string,
    private readonly credentials: ProviderCredentials,
  ) {}

  async start(journey: Journey): Promise<URL> {
    return client.buildAuthorizationUrl(await this.config(), {
      scope: 'openid email profile',
      redirect_uri: journey.redirectUri,
      state: journey.state,
      nonce: journey.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
      prompt: 'select_account',
    });
  }

  async finish(journey: Journey, cameBackTo: URL): Promise<ProviderProfile> {
    const tokens = await client.authorizationCodeGrant(await this.config(), cameBackTo, {
      expectedState: journey.state,
      expectedNonce: journey.nonce,
      pkceCodeVerifier: journey.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    return {
      subject: claims.sub,
      email: text(claims['email']),
      emailVerified: claims['email_verified'] === true,
      name: text(claims['name']),
    };
  }

  /** Asked for once; a failure is not kept. */
  private config(): Promise<client.Configuration> {
    const url = new URL(this.issuer);
    const { clientId, clientSecret } = this.credentials;
    this.discovered ??= client
      .discovery(url, clientId, clientSecret, client.ClientSecretPost(clientSecret), {
        timeout: TIMEOUT_SECONDS,
        ...(url.protocol === 'http:' ? { execute: [client.allowInsecureRequests] } : {}),
      })
      .then((config) => {
        // The token's signature too, not only the connection it came over.
        client.enableNonRepudiationChecks(config);
        return prepared(config, url);
      })
      .catch((error: unknown) => {
        this.discovered = undefined;
        throw error;
      });
    return this.discovered;
  }
}

/** GitHub, or a GitHub Enterprise Server: OAuth 2.0 without OpenID; who it is, its API tells. */
export class GitHubProvider implements Provider {
  readonly key = 'github';
  private readonly config: client.Configuration;

  constructor(
    origin: string,
    private readonly apiUrl: string,
    { clientId, clientSecret }: ProviderCredentials,
  ) {
    const server: client.ServerMetadata = {
      issuer: `${origin}/login/oauth`,
      authorization_endpoint: `${origin}/login/oauth/authorize`,
      token_endpoint: `${origin}/login/oauth/access_token`,
    };
    this.config = prepared(
      new client.Configuration(server, clientId, clientSecret, client.ClientSecretPost(clientSecret)),
      new URL(origin),
    );
  }

  async start(journey: Journey): Promise<URL> {
    return client.buildAuthorizationUrl(this.config, {
      scope: 'read:user user:email',
      redirect_uri: journey.redirectUri,
      state: journey.state,
      code_challenge: await client.calculatePKCECodeChallenge(journey.verifier),
      code_challenge_method: 'S256',
    });
  }

  async finish(journey: Journey, cameBackTo: URL): Promise<ProviderProfile> {
    const tokens = await client.authorizationCodeGrant(this.config, cameBackTo, {
      expectedState: journey.state,
      pkceCodeVerifier: journey.verifier,
    });
    const [user, emails] = await Promise.all([this.ask(tokens.access_token, '/user'), this.ask(tokens.access_token, '/user/emails')]);
    const { id, name, login } = user as Record<string, unknown>;
    if (typeof id !== 'number' || !Array.isArray(emails)) throw new Error('not the answer of GitHub');
    const primary = (emails as Record<string, unknown>[]).find((email) => email['primary'] === true);
    return {
      subject: String(id),
      email: text(primary?.['email']),
      emailVerified: primary?.['verified'] === true,
      name: text(name) || text(login),
    };
  }

  private async ask(accessToken: string, path: string): Promise<unknown> {
    const headers = new Headers({ accept: 'application/vnd.github+json', 'user-agent': 'Linqr' });
    const answer = await client.fetchProtectedResource(
      this.config,
      accessToken,
      new URL(`${this.apiUrl}${path}`),
      'GET',
      undefined,
      headers,
    );
    if (!answer.ok) throw new Error(`GitHub answered ${answer.status}`);
    return answer.json();
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 1_000) : '';
}
