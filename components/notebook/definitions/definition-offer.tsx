'use client';

import { isDefinition } from '../../../lib/session/view/definitions/definition-lines.ts';
import { TextButton } from '../../ui/controls/text-button.tsx';
import { useCommands } from '../commands/commands-context.ts';
import styles from './definition-offer.module.css';
import { DEFINITION_TEXTS } from './definition-texts.ts';

interface DefinitionOfferProps {
  cellId: string;
  said: string;
}

/** Below a follow-up that says what something is: offers to keep that. */
export function DefinitionOffer({ cellId, said }: DefinitionOfferProps) {
  const { selection, runCommand } = useCommands();
  if (!isDefinition(said)) return null;
  const keep = () => {
    selection.select(cellId);
    runCommand('definition-keep');
  };
  return (
    <div className={styles.offer}>
      <TextButton onClick={keep}>{DEFINITION_TEXTS.offer}</TextButton>
    </div>
  );
}
