import { Button } from '../../ui/controls/button.tsx';
import { Notice } from '../../ui/notices/notice.tsx';
import { Toast } from '../../ui/notices/toast.tsx';
import { UI_TEXTS } from '../../ui/ui-texts.ts';
import type { CommandId } from './table/command-table.ts';

/** What went wrong, as a sentence; `retry` where the same may work later. */
export interface Failure {
  /** The command that failed. */
  id: CommandId;
  text: string;
  retry?: () => void;
}

/** Loaded with the first failure. */
export function FailureToast({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  return (
    <Toast>
      <Notice
        tone="danger"
        action={failure.retry && <Button onClick={failure.retry}>{UI_TEXTS.tryAgain}</Button>}
        onClose={onClose}
      >
        {failure.text}
      </Notice>
    </Toast>
  );
}
