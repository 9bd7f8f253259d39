'use client';

import { type ComponentType, createContext, useContext, useEffect, useState } from 'react';
import { UI_TEXTS } from '../ui-texts.ts';

/** Asks that what opens is not shown before the returned function is called; null where nothing opens. */
export const OpeningContext = createContext<(() => () => void) | null>(null);

/**
 * A component whose code comes with its first use. It is drawn in the same frame once the code is there, and as soon as it comes
 * before that: React's `lazy` draws the fallback first even then, and keeps one for 300 ms if it has just shown another.
 * Where it does not come, as when the app has ended, a sentence stands in its place.
 */
export function createLate<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType<Props> = ShowNothing,
): ComponentType<Props> {
  let loaded: Loaded<Props> | null = null;
  return function Late(props: Props) {
    const [state, setState] = useState(loaded);
    const hold = useContext(OpeningContext);
    const isLoaded = state !== null;
    useEffect(() => {
      if (isLoaded) return;
      let isGone = false;
      const release = hold?.();
      void load()
        .then(
          (Component) => ({ Component }),
          () => null,
        )
        .then((result) => {
          // A failure is not kept: the next use tries again.
          if (result) loaded = result;
          if (!isGone) setState(result ?? FAILED);
        });
      return () => {
        isGone = true;
        release?.();
      };
    }, [isLoaded, hold]);
    if (state === null) return <Fallback {...props} />;
    return <state.Component {...props} />;
  };
}

type Loaded<Props> = { Component: ComponentType<Props> };

/** The browser’s console says why. */
const FAILED = { Component: () => <p role="note">{UI_TEXTS.notLoaded}</p> };

function ShowNothing() {
  return null;
}
