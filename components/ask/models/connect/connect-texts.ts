import type { ModelServer } from '../../../../lib/protocol/models/model-server.ts';
import { pluralize } from '../../../../lib/util/pluralize.ts';

/** Words of the dialog that connects model servers. */
export const CONNECT_TEXTS = {
  title: 'Language models',
  explanation: 'Connect a model server on this machine, in your network, or from a provider.',
  none: 'No model server is connected. The built-in analyst answers by rules.',
  loading: 'Loading the model servers…',
  list: 'Connected model servers',
  connect: 'Connect a model',
  found: (label: string, count: number) =>
    `${label} is running on this machine with ${pluralize(count, 'model')}.`,
  connectFound: (label: string) => `Connect ${label}`,
  edit: 'Edit',
  editOf: (label: string) => `Edit ${label}`,
  remove: 'Remove',
  removeOf: (label: string) => `Remove ${label}`,
  removed: (label: string) => `${label} was removed.`,
  undoRemove: (label: string) => `Undo removing ${label}`,
  restored: (label: string) => `${label} is connected again.`,
  saved: (label: string) => `${label} was saved.`,
  savedNotDefault: (label: string) => `${label} was saved but is no longer the default model.`,
  byEnvironment: 'Set by the environment',
  byFile: 'Set in models.json',
  default: 'Default model',
  defaultNote:
    'It answers new questions in every browser and on the command line, unless another model is chosen.',
  defaultFixed: 'The environment sets the default model.',

  provider: 'Provider',
  name: 'Name',
  address: 'Address',
  key: 'API key',
  keySaved: (end: string | undefined) => (end ? `Saved, ends in …${end}` : 'Saved'),
  keyUnneeded: 'Only if the server wants one',
  keyAgain: 'Enter the key again: the saved one belongs to the previous address.',
  keyKept: 'Will be kept on this machine in a file that only you can read, and sent to this address only.',
  unencrypted: 'This address is not encrypted: others in the network can read the key.',
  apiVersion: 'API version',
  apiVersionHint: 'None for the v1 API',
  deployment: 'Deployment',
  deploymentHint: 'Name of your deployment',
  model: 'Model',
  modelHint: 'The server’s name for it',
  chooseModel: 'Choose another model',
  useAsDefault: 'Make it the default model',
  keepAsDefault: 'Keep it as the default model',
  staysDefault: 'The test failed, so it does not become the default. You can save it all the same.',
  notKeptDefault: 'The test failed, so it will not stay the default. You can save it all the same.',
  test: 'Test',
  stopTest: 'Stop',
  testing: 'Asking the server. A model that has to load first can take a minute…',
  save: 'Save',
  cancel: 'Cancel',
  unsaved: 'What you typed is not saved.',
  discard: 'Discard',
  missingAddress: 'Enter the address of the server.',
  missingKey: 'Enter the API key.',
  missingModel: 'Enter the model to use as the default, or clear that box.',

  answered: (time: string) => `It answers: the first words came after ${time}.`,
  offers: (count: number) => `The server offers ${pluralize(count, 'model')}.`,
  notAsked: 'Test again to ask this model.',
  factsOf: (model: string) => `What its server says about ${model}`,
  context: 'Context',
  tokens: (count: string) => `${count} tokens`,
  pictures: 'Pictures',
  tools: 'Tool calls',
  price: 'Price',
  yes: 'yes',
  no: 'no',
  unknown: 'unknown',
} as const;

/** `http://127.0.0.1:11434/v1 · key saved, ends in …abcd`. */
export function describeServer({ address, key, keyEnd, keyVariable, setBy }: ModelServer): string {
  const keyPlace = {
    none: '',
    saved: keyEnd ? `key saved, ends in …${keyEnd}` : 'key saved',
    environment: keyVariable ? `key from ${keyVariable}` : 'key from the environment',
  }[key];
  const origin = { user: '', environment: CONNECT_TEXTS.byEnvironment, 'models-file': CONNECT_TEXTS.byFile }[
    setBy
  ];
  return [address, keyPlace, origin].filter(Boolean).join(' · ');
}
