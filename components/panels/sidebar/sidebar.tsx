'use client';

import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useCommandHandler } from '../../notebook/commands/commands-context.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { PartBoundary } from '../../ui/notices/part-boundary.tsx';
import styles from './sidebar.module.css';
import { SIDEBAR_TEXTS } from './sidebar-texts.ts';
import type { PanelId, SidebarState } from './use-sidebar.ts';

export interface SidebarPanel {
  readonly id: PanelId;
  readonly label: string;
  readonly icon: ReactNode;
  /** What in it needs attention, in a few words. */
  readonly badge?: string | undefined;
  readonly content: ReactNode;
}

interface SidebarProps {
  panels: readonly SidebarPanel[];
  state: SidebarState;
}

/** A rail of panels and the open one: next to the notebook, or over it as a drawer if the page is narrow. */
export function Sidebar({ panels, state }: SidebarProps) {
  const asideRef = useRef<HTMLElement>(null);
  const shown = panels.find(({ id }) => id === state.panel) ?? panels[0];
  const { isDrawerOpen, closeDrawer } = state;
  useEscape(isDrawerOpen, closeDrawer);
  useFocusWhileOpen(asideRef, isDrawerOpen);
  if (!shown) return null;
  return (
    <>
      {isDrawerOpen && <div className={styles.backdrop} onPointerDown={closeDrawer} aria-hidden="true" />}
      <aside
        ref={asideRef}
        className={styles.sidebar}
        data-drawer={isDrawerOpen}
        aria-label="Sidebar"
        tabIndex={-1}
      >
        <nav className={styles.rail} aria-label="Panels">
          {panels.map((panel) => (
            <RailButton
              key={panel.id}
              panel={panel}
              isShown={panel === shown}
              isExpanded={panel === shown && (state.isOpen || isDrawerOpen)}
              onClick={() => state.toggle(panel.id)}
              onShow={() => {
                state.show(panel.id);
                asideRef.current?.focus();
              }}
            />
          ))}
        </nav>
        <section id="sidebar-panel" className={styles.panel} aria-label={shown.label}>
          <header className={styles.head}>
            <h2 className={styles.title}>{shown.label}</h2>
            <IconButton
              className={styles.close}
              label={SIDEBAR_TEXTS.close}
              onClick={() => (isDrawerOpen ? closeDrawer() : state.toggle(shown.id))}
            >
              <CloseIcon size={14} />
            </IconButton>
          </header>
          <div className={styles.content}>
            <PartBoundary key={shown.id} message={SIDEBAR_TEXTS.failed}>
              {shown.content}
            </PartBoundary>
          </div>
        </section>
      </aside>
    </>
  );
}

interface RailButtonProps {
  panel: SidebarPanel;
  isShown: boolean;
  isExpanded: boolean;
  onClick: () => void;
  /** Shows the panel and moves the focus to it. */
  onShow: () => void;
}

function RailButton({ panel, isShown, isExpanded, onClick, onShow }: RailButtonProps) {
  useCommandHandler(`panel-${panel.id}`, onShow);
  const { label, badge, icon } = panel;
  return (
    <button
      type="button"
      className={styles.tab}
      data-shown={isShown}
      aria-label={badge ? `${label}: ${badge}` : label}
      title={label}
      aria-expanded={isExpanded}
      aria-controls="sidebar-panel"
      onClick={onClick}
    >
      {icon}
      {badge && <span className={styles.badge} />}
    </button>
  );
}

/** An open drawer has the focus and gives it back when it closes. What it covers is inert: see session-page. */
function useFocusWhileOpen(asideRef: RefObject<HTMLElement | null>, isOpen: boolean): void {
  // Before the browser takes the focus from what is now inert.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    asideRef.current?.focus();
    return () => {
      // The rest is inert until the page is rendered without the drawer.
      requestAnimationFrame(() => before instanceof HTMLElement && before.focus());
    };
  }, [asideRef, isOpen]);
}

/**
 * Calls `onEscape` when Escape is pressed and nothing above took it. Every layer marks an Escape that it takes as
 * handled: menus, dialogs and fields first, because the key was pressed in them; then what this is for, an open drawer.
 */
function useEscape(isActive: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    if (!isActive) return;
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isActive]);
}
