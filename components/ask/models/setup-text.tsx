import styles from './model-picker.module.css';

/** How to set up a language model. */
export function SetupText() {
  return (
    <div className={styles.setup}>
      <p>
        The built-in analyst follows rules and does not use a language model. To use one, start Ollama or LM
        Studio on this machine, or start Actbook with these variables:
      </p>
      <p>
        <code>OPENAI_API_KEY</code> for OpenAI, or <code>OPENAI_BASE_URL</code> for any compatible server
        (vLLM, llama.cpp, OpenRouter…), and <code>ACTBOOK_MODEL</code> for the name of the model.
      </p>
    </div>
  );
}
