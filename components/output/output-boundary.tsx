'use client';

import { Component, type ReactNode } from 'react';

interface State {
  failed: boolean;
}

/** Keeps an output that cannot be drawn from taking the page with it. */
export class OutputBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <p role="note">This output could not be shown.</p> : this.props.children;
  }
}
