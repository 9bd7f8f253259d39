import { type ComponentProps, useContext, useId, useRef, useState } from 'react';
import type { Quantity } from '../../../lib/quantities/finding/quantity.ts';
import { QuantityContext, type QuantityLinks } from './quantity-context.ts';
import styles from './quantity-mark.module.css';
import { describeQuantity } from './quantity-texts.ts';

/** A number or a name of an answer: it leads to the output that says it, or is marked if none does; others look like text. */
export function QuantityMark({ children, ...props }: ComponentProps<'mark'> & { 'data-quantity'?: unknown }) {
  const links = useContext(QuantityContext);
  const quantity = links?.quantities[Number(props['data-quantity'])];
  if (!links || !quantity || quantity.status === 'given') return <span>{children}</span>;
  return (
    <MarkedQuantity links={links} quantity={quantity}>
      {children}
    </MarkedQuantity>
  );
}

interface MarkedQuantityProps {
  links: QuantityLinks;
  quantity: Quantity;
  children: ComponentProps<'mark'>['children'];
}

function MarkedQuantity({ links, quantity, children }: MarkedQuantityProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const turnRef = useRef(0);
  const text = describeQuantity(quantity, links.nameCell);
  const [first] = quantity.sources;
  const shared = {
    className: styles.mark,
    'data-status': quantity.status,
    'aria-describedby': isShown ? id : undefined,
    onPointerEnter: () => setShown(true),
    onPointerLeave: () => setShown(false),
    onFocus: () => setShown(true),
    onBlur: () => setShown(false),
  };
  // Others without a source look like text.
  const marked = quantity.status !== 'unclear' ? { tabIndex: 0, role: 'note' } : {};
  return (
    <>
      {first ? (
        <a
          {...shared}
          href={`#${first.cellId}`}
          onClick={(event) => {
            event.preventDefault();
            setShown(false);
            links.follow(quantity, turnRef.current++);
          }}
        >
          {children}
        </a>
      ) : (
        <span {...shared} {...marked}>
          {children}
        </span>
      )}
      {isShown && (
        <span ref={showBelow} id={id} role="tooltip" popover="manual" className={styles.tip}>
          {text}
        </span>
      )}
    </>
  );
}

/** Above all else on the page, so that no scrolling box cuts it off. */
function showBelow(tip: HTMLElement | null): void {
  const anchor = tip?.previousElementSibling;
  if (!tip || !anchor) return;
  const [place] = anchor.getClientRects();
  if (!place) return;
  tip.showPopover();
  const left = Math.max(MARGIN_PX, Math.min(place.left, innerWidth - tip.offsetWidth - MARGIN_PX));
  const isBelow = place.bottom + tip.offsetHeight + MARGIN_PX <= innerHeight;
  const top = isBelow ? place.bottom + GAP_PX : place.top - tip.offsetHeight - GAP_PX;
  tip.style.translate = `${left}px ${top}px`;
}

const MARGIN_PX = 8;
const GAP_PX = 4;
