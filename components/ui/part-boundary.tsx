'use client';

import { Component, type ReactNode } from 'react';

interface Props {
  /** Stands in its place, a sentence. */
  message: string;
  children: ReactNode;
}

interface State {
  failed: boolean;
}

/** Keeps a part that cannot be drawn or loaded from taking the page with it. */
export class PartBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <p role="note">{this.props.message}</p> : this.props.children;
  }
}
