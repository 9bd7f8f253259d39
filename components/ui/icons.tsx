/** The icon set: 16 px grid, 1.5 px strokes in the text color, hidden from assistive technology. */
import type { ReactNode } from 'react';

function icon(shape: ReactNode) {
  return function Icon({ size = 16 }: { size?: number }) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {shape}
      </svg>
    );
  };
}

export const SendIcon = icon(<path d="M8 13V3.5M3.8 7.5 8 3.3l4.2 4.2" />);
export const StopIcon = icon(<rect x="4" y="4" width="8" height="8" rx="1.5" fill="currentColor" />);
export const AttachIcon = icon(
  <path d="M13.3 7.4 8 12.7a3.3 3.3 0 0 1-4.7-4.7l5.6-5.6a2.2 2.2 0 0 1 3.1 3.1l-5.5 5.6a1.1 1.1 0 0 1-1.6-1.6l5-5" />,
);
export const CloseIcon = icon(<path d="m4.5 4.5 7 7m0-7-7 7" />);
export const CheckIcon = icon(<path d="m3.2 8.5 3.1 3.2 6.5-7.2" />);
export const AlertIcon = icon(
  <>
    <path d="M8 2.3 1.9 13h12.2z" />
    <path d="M8 6.5v3M8 11.2v.1" />
  </>,
);
export const FileIcon = icon(
  <>
    <path d="M9.3 1.8H4.5a1 1 0 0 0-1 1v10.4a1 1 0 0 0 1 1h7a1 1 0 0 0 1-1V5z" />
    <path d="M9.3 1.8V5h3.2M6 8.3h4M6 11h4" />
  </>,
);
export const DownloadIcon = icon(<path d="M8 2.5v7.6m-3.2-3L8 10.3l3.2-3.2M2.8 13.3h10.4" />);
export const TrashIcon = icon(
  <path d="M2.8 4.3h10.4M6.3 4.3V2.7h3.4v1.6m2.1 0-.6 8.9H4.8l-.6-8.9M6.7 7v3.8M9.3 7v3.8" />,
);
export const MoreIcon = icon(
  <path
    d="M3.5 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2zM8 7a1 1 0 1 0 0 2 1 1 0 0 0 0-2zm4.5 0a1 1 0 1 0 0 2 1 1 0 0 0 0-2z"
    fill="currentColor"
    stroke="none"
  />,
);
export const RunIcon = icon(<path d="M5 3.2v9.6L12.6 8z" fill="currentColor" />);
export const EditIcon = icon(<path d="m10.4 3 2.6 2.6-7.4 7.4H3v-2.6zM8.9 4.5l2.6 2.6" />);
export const PlusIcon = icon(<path d="M8 3.2v9.6M3.2 8h9.6" />);
export const CopyIcon = icon(
  <>
    <rect x="5.7" y="5.7" width="7.6" height="7.6" rx="1.4" />
    <path d="M10.3 5.7V4a1.3 1.3 0 0 0-1.3-1.3H4A1.3 1.3 0 0 0 2.7 4v5A1.3 1.3 0 0 0 4 10.3h1.7" />
  </>,
);
export const RestartIcon = icon(<path d="M13.2 8a5.2 5.2 0 1 1-1.6-3.7l1.6 1.5m0-3.3v3.3H9.9" />);
export const ChevronIcon = icon(<path d="m6 3.5 4.5 4.5L6 12.5" />);
export const DatabaseIcon = icon(
  <>
    <ellipse cx="8" cy="4" rx="5" ry="2" />
    <path d="M3 4v8c0 1.1 2.2 2 5 2s5-.9 5-2V4M3 8c0 1.1 2.2 2 5 2s5-.9 5-2" />
  </>,
);
export const ArrowDownIcon = icon(<path d="M8 3v9.5m4.2-4.2L8 12.5 3.8 8.3" />);
export const PanelIcon = icon(
  <>
    <rect x="2" y="2.8" width="12" height="10.4" rx="1.5" />
    <path d="M6 2.8v10.4" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.2m0 10.6v1.2M1.5 8h1.2m10.6 0h1.2M3.4 3.4l.9.9m7.4 7.4.9.9m0-9.2-.9.9m-7.4 7.4-.9.9" />
  </>,
);
export const MoonIcon = icon(<path d="M13.3 9.6A5.7 5.7 0 0 1 6.4 2.7a5.7 5.7 0 1 0 6.9 6.9z" />);
export const AutoThemeIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.7" />
    <path d="M8 2.3v11.4A5.7 5.7 0 0 0 8 2.3z" fill="currentColor" />
  </>,
);
export const KeyboardIcon = icon(
  <>
    <rect x="1.5" y="4" width="13" height="8" rx="1.5" />
    <path d="M4.2 6.6h.1m2.4 0h.1m2.4 0h.1m2.4 0h.1M5.5 9.6h5" />
  </>,
);
export const SortIcon = icon(<path d="M8 13V3.2m-4 4 4-4 4 4" />);
export const FilterIcon = icon(<path d="M2.5 3.5h11L9.4 8.3v4.4l-2.8-1.4v-3z" />);
export const ZoomInIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.4 10.4 3.3 3.3M7 5v4M5 7h4" />
  </>,
);
export const ZoomOutIcon = icon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.4 10.4 3.3 3.3M5 7h4" />
  </>,
);
export const SparkIcon = icon(
  <path d="M8 1.8 9.4 6l4.3 2-4.3 2L8 14.2 6.6 10 2.3 8l4.3-2z" fill="currentColor" stroke="none" />,
);
export const RunFactsIcon = icon(<path d="M1.8 8.5h2.7l2-5.3 3 9.6 2-4.3h2.7" />);
export const NotebooksIcon = icon(
  <path d="M3.3 3.2h6.2a1 1 0 0 1 1 1v9.1H4.3a1 1 0 0 1-1-1zm2.3-1.9h6.1a1 1 0 0 1 1 1v8.6M5.6 6.2h2.7M5.6 8.6h2.7" />,
);
export const VariablesIcon = icon(
  <path d="M5.6 2.5c-3 0-.6 5-2.8 5.5 2.2.5-.2 5.5 2.8 5.5m4.8-11c3 0 .6 5 2.8 5.5-2.2.5.2 5.5-2.8 5.5M6.4 6.2l3.2 3.6m0-3.6L6.4 9.8" />,
);
export const OutlineIcon = icon(<path d="M2.5 3.8h.1m2.4 0h8.5M5 8h.1m2.4 0h6M5 12.2h.1m2.4 0h6" />);
export const SearchIcon = icon(<path d="M7 11.6a4.6 4.6 0 1 0 0-9.2 4.6 4.6 0 0 0 0 9.2zm3.4-1.2 3.2 3.2" />);
export const PinIcon = icon(<path d="M5.6 2.5h4.8l-.6 4 2 2.3v1H4.2v-1l2-2.3zM8 9.8v3.9" />);
export const SettingsIcon = icon(
  <path d="M2.2 4.6h6.3m3 0h2.3M2.2 11.4h2.3m3 0h6.3M10 3a1.6 1.6 0 1 1 0 3.2A1.6 1.6 0 0 1 10 3zM6 9.8a1.6 1.6 0 1 1 0 3.2 1.6 1.6 0 0 1 0-3.2z" />,
);
export const BranchIcon = icon(
  <path d="M4.5 5.5v5M4.5 2.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm0 8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm7-8a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3zm0 3v.7a2 2 0 0 1-2 2h-3a2 2 0 0 0-2 2" />,
);
export const UndoIcon = icon(<path d="M5.7 2.8 2.8 5.7l2.9 2.9M2.8 5.7h6.5a3.9 3.9 0 0 1 0 7.8H6.2" />);
