'use client';

import { useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';
import { useEscapeFirst } from '../../ui/use-escape-first.ts';
import styles from './model-picker.module.css';

/** How to set a language model up. Unfolds in place, so that it covers nothing. */
export function SetupHint() {
  const [isOpen, setOpen] = useState(false);
  useEscapeFirst(isOpen, () => setOpen(false));
  return (
    <>
      <TextButton aria-expanded={isOpen} aria-controls="model-setup" onClick={() => setOpen(!isOpen)}>
        Use a language model
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
        The built-in analyst follows rules; it is not a language model. To use one, start Ollama or LM Studio
        on this machine, or start Actbook with these variables set:
      </p>
      <p>
        <code>OPENAI_API_KEY</code> for OpenAI, or <code>OPENAI_BASE_URL</code> for any compatible server
        (vLLM, llama.cpp, OpenRouter…), and <code>ACTBOOK_MODEL</code> for the model’s name.
      </p>
    </div>
  );
}
