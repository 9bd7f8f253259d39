/** What is known of one kind of model server: how to recognize it, what its API takes, whom to ask about its models. */

import type { ProviderKind } from '../../protocol/models/provider-kind.ts';
import type { Prices } from '../../protocol/runs/run.ts';
import type { Traits } from '../openai/traits.ts';
import type { Probe } from './server-probe.ts';

/** What a server says of a model. What is absent it does not say. */
export interface ModelFacts {
  id: string;
  label?: string | undefined;
  contextTokens?: number | undefined;
  vision?: boolean | undefined;
  /** Whether it takes native tools. */
  nativeTools?: boolean | undefined;
  prices?: Prices | undefined;
}

export interface Profile {
  id: ProviderKind;
  label: string;
  /** The hosts of a service that is recognized by its address. */
  hosts?: RegExp;
  /** Whether a server that is not such a service is of this kind. Rejects or resolves to false when it is not. */
  recognize?(probe: Probe): Promise<boolean>;
  /** How the key is sent. Default: as a bearer token. */
  keyHeader?: string;
  /** What its questions about models are sent in addition. */
  listHeaders?(apiKey: string): Record<string, string>;
  /** What its chat completions take as far as nobody says otherwise. */
  traits: Traits;
  /** Why its list is empty, as a sentence, when that is its way. */
  nothingListed?: string;
  /** The models for chats that it offers. */
  list(probe: Probe): Promise<ModelFacts[]>;
  /** Whether its list says all that it says of a model. */
  listsFacts?: boolean;
  /** Whether a model's context is certain only once it is loaded, which the first call does. */
  loadsContext?: boolean;
  /** What it says of one model beyond its list. */
  inspect?(probe: Probe, modelId: string): Promise<ModelFacts>;
}
