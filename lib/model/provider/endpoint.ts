/** Where a provider's chat completions are: the address as configured, in the form its kind of server has it. */

import type { ProviderConfig } from '../../config/read-model-config.ts';
import { AppError } from '../../util/app-error.ts';
import type { Profile } from '../profiles/profile.ts';

export interface Endpoint {
  baseUrl: string;
  query: Record<string, string>;
  headers: Record<string, string>;
}

const OPENAI_URL = 'https://api.openai.com/v1';

export function toEndpoint(config: ProviderConfig, profile: Profile | null, modelId = ''): Endpoint {
  // Never left to the SDK: it would take the address from a variable that is meant for another provider.
  const url = toServerUrl(config.baseUrl ?? OPENAI_URL);
  const query = Object.fromEntries(url.searchParams);
  url.search = '';
  if (profile?.id === 'azure') toAzure(url, query, config.apiVersion, modelId);
  const { keyHeader } = profile ?? {};
  const headers = keyHeader ? { [keyHeader]: config.apiKey } : { authorization: `Bearer ${config.apiKey}` };
  return { baseUrl: url.href.replace(/\/+$/, ''), query, headers };
}

/** An address without a scheme may parse too: in `localhost:11434`, `localhost` is one. */
function toServerUrl(address: string): URL {
  const url = URL.parse(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new AppError(
    'bad-request',
    `“${address}” is not the address of a model server. It starts with http:// or https://, such as http://127.0.0.1:11434/v1.`,
  );
}

/** With an `api-version`, the deployment is in the path; without one, the API is OpenAI's own, at `/openai/v1`. */
function toAzure(
  url: URL,
  query: Record<string, string>,
  apiVersion: string | undefined,
  modelId: string,
): void {
  if (apiVersion !== undefined) query['api-version'] = apiVersion;
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/openai\/(v1|deployments\/[^/]+)$/.test(path)) return;
  const root = path.replace(/\/openai$/, '');
  url.pathname =
    query['api-version'] === undefined
      ? `${root}/openai/v1`
      : `${root}/openai/deployments/${encodeURIComponent(modelId)}`;
}
