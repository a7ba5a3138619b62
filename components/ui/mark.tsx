/** The logo. */
export function Mark({ className = "size-6" }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" className={className}>
      <rect width="24" height="24" rx="6" className="fill-accent-solid" />
      <g stroke="#fff" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M7 7.5h6.25a4 4 0 0 1 0 8H7.5" />
        <path d="m10.25 12.5-3 3 3 3" />
      </g>
    </svg>
  );
}
