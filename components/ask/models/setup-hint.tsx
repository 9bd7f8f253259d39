'use client';

import { useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';
import { useEscapeFirst } from '../../ui/use-escape-first.ts';
import styles from './model-picker.module.css';
import { MODEL_TEXTS } from './model-texts.ts';

/** How to set up a language model. Opens in place, so it covers nothing. */
export function SetupHint() {
  const [isOpen, setOpen] = useState(false);
  useEscapeFirst(isOpen, () => setOpen(false));
  return (
    <>
      <TextButton aria-expanded={isOpen} aria-controls="model-setup" onClick={() => setOpen(!isOpen)}>
        {MODEL_TEXTS.use}
      </TextButton>
      <div id="model-setup" className={styles.hintText} hidden={!isOpen}>
        <SetupText />
      </div>
    </>
  );
}

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
