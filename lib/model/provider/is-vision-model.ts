/**
 * Whether a model reads images, guessed by its name where its server does not say: the chat completions API has no way to
 * ask. Vendors' own
 * names, with any prefix (`openai/…`) and suffix (`:7b`, `-2025-08-07`). An unknown name counts as blind: a server
 * that cannot take an image fails the whole request.
 */
const VISION_MODELS = [
  /gpt-(?:4o|4\.1|4\.5|4-turbo|4-vision|[5-9])/,
  /(?:^|[/_-])o(?:1|3|4-mini)(?:$|[-:])/,
  /claude-(?:3|[a-z]+-[4-9]|[4-9])/,
  /gemini/,
  /gemma-?3(?!n?[:-](?:1b|270m))/,
  /llama-?4|llama-?3\.2-?vision|llava|bakllava|moondream/,
  /pixtral|mistral-(?:small-?3\.[1-9]|medium-?3)|ministral-3/,
  /qwen[\d.]*-?vl|qvq|[/_-]vl[/_-]/,
  /minicpm-v|internvl|glm-4[\d.]*v|phi-?(?:3(?:\.5)?-vision|4-multimodal)|grok-(?:4|2-vision)|-vision\b/,
];
/** Small or special relatives of the above that read text only. */
const TEXT_ONLY = /o1-mini|o1-preview|o3-mini|gpt-oss|audio|realtime|embedding/;

export function isVisionModel(modelId: string): boolean {
  const name = modelId.toLowerCase();
  return !TEXT_ONLY.test(name) && VISION_MODELS.some((pattern) => pattern.test(name));
}
