import type { AuthConfig } from '../config.js';
import { GitHubProvider, OpenIdProvider, type Provider, type ProviderKey } from './provider.js';

/** The providers whose client the operator has configured. */
export function configuredProviders(config: AuthConfig): Map<ProviderKey, Provider> {
  const providers = new Map<ProviderKey, Provider>();
  const google = credentials(config.GOOGLE_CLIENT_ID, config.GOOGLE_CLIENT_SECRET);
  if (google) providers.set('google', new OpenIdProvider('google', config.GOOGLE_ISSUER, google));
  const github = credentials(config.GITHUB_CLIENT_ID, config.GITHUB_CLIENT_SECRET);
  if (github) providers.set('github', new GitHubProvider(config.GITHUB_ORIGIN, config.GITHUB_API_URL, github));
  return providers;
}

function credentials(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}
