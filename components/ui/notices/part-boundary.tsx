'use client';

import { Component, type ReactNode } from 'react';

interface Props {
  /** A sentence shown in its place. */
  message: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
}

/** Keeps a part that cannot be drawn or loaded from breaking the page. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <p role="note">{this.props.message}</p> : this.props.children;
  }
}
