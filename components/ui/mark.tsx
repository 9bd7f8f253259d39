/** The product's mark and name, apart from the link to the start page: pages that load whole carry no router. */
export function Mark() {
  return (
    <>
      <svg aria-hidden="true" width="22" height="22" viewBox="0 0 22 22">
        <rect x="1" y="1" width="20" height="20" rx="5.5" fill="var(--accent-fill)" />
        <path
          d="m6.2 14.8 4.8-8 4.8 8M8.2 11.9h5.6"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span>Actbook</span>
    </>
  );
}
