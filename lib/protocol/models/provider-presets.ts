/** The model servers that the page and the command offer to connect, with what is known before any of them is asked. */
import type { ProviderKind } from './provider-kind.ts';

export interface ProviderPreset {
  kind: ProviderKind;
  label: string;
  /** Where chat completions are; empty where every user has another address. */
  address: string;
  /** An example where there is no address. */
  example?: string;
  needsKey: boolean;
  /** Models that are sensible to begin with, best first; else the first that the server lists. */
  prefers?: readonly RegExp[];
}

export const PROVIDER_PRESETS: readonly ProviderPreset[] = [
  {
    kind: 'openai',
    label: 'OpenAI',
    address: 'https://api.openai.com/v1',
    needsKey: true,
    prefers: [/^gpt-5(\.\d+)?$/, /^gpt-\d/],
  },
  {
    kind: 'azure',
    label: 'Azure OpenAI',
    address: '',
    example: 'https://NAME.openai.azure.com',
    needsKey: true,
  },
  {
    kind: 'openrouter',
    label: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    needsKey: true,
    prefers: [/^qwen\/qwen3-coder$/, /^openai\/gpt-5/],
  },
  {
    kind: 'anthropic',
    label: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    needsKey: true,
    prefers: [/sonnet/],
  },
  {
    kind: 'google',
    label: 'Google Gemini',
    address: 'https://generativelanguage.googleapis.com/v1beta/openai',
    needsKey: true,
    prefers: [/gemini-[\d.]+-flash$/, /gemini-[\d.]+-pro$/],
  },
  { kind: 'ollama', label: 'Ollama', address: 'http://127.0.0.1:11434/v1', needsKey: false },
  { kind: 'lm-studio', label: 'LM Studio', address: 'http://127.0.0.1:1234/v1', needsKey: false },
  { kind: 'llama-cpp', label: 'llama.cpp', address: 'http://127.0.0.1:8080/v1', needsKey: false },
  { kind: 'vllm', label: 'vLLM', address: 'http://127.0.0.1:8000/v1', needsKey: false },
  {
    kind: 'compatible',
    label: 'Other OpenAI-compatible server',
    address: '',
    example: 'https://models.example.com/v1',
    needsKey: false,
  },
];

export function findPreset(kind: ProviderKind): ProviderPreset | undefined {
  return PROVIDER_PRESETS.find((preset) => preset.kind === kind);
}
