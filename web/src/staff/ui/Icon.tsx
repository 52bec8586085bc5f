// The console's few icons, drawn here: no font, no request.

const paths = {
  copy: 'M6 6V3.5h6.5V10H10M3.5 6H10v6.5H3.5z',
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.6',
  alert: 'M8 2.5l6 10.8H2zM8 6.5v3M8 11.4v.2',
  right: 'M6 3.5L10.5 8 6 12.5',
  down: 'M3.5 6L8 10.5 12.5 6',
  up: 'M3.5 10L8 5.5 12.5 10',
  sun:
    'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5' +
    'M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5z',
  refresh: 'M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5',
  link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a2.5 2.5 0 0 1 3.5 3.5L10.5 8M9 11.5l-1.2 1.2a2.5 2.5 0 0 1-3.5-3.5L5.5 8',
  lock: 'M4.5 7.5h7v5h-7zM6 7.5V5.6a2 2 0 0 1 4 0v1.9',
  offline: 'M2.5 6a8 8 0 0 1 11 0M5 8.6a4.6 4.6 0 0 1 6 0M8 11.8v.1M3 13L13 3',
  star: 'M8 2.4l1.7 3.6 3.9.5-2.9 2.7.8 3.9L8 11.2l-3.5 1.9.8-3.9L2.4 6.5l3.9-.5z',
  people:
    'M6 8a2.3 2.3 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600zM2 13c.3-2.300 1.900-3.500 4-3.500s3.700 ' +
    '1.200 4 3.500M10.500 7.800a2 2 0 1 0-.6-3.900M11.500 9.700c1.500.3 2.400 1.500 2.600 3.300',
  chart: 'M2.500 13.500h11M4.500 11V7.500M8 11V4M11.500 11V6',
  book: 'M3 3.500h4c.6 0 1 .4 1 1v8c0-.6-.4-1-1-1H3zM13 3.500H9c-.6 0-1 .4-1 1v8c0-.6.400-1 1-1h4z',
  stream: 'M2.500 4.500h11M2.500 8h7.500M2.500 11.500h9.500',
  shield: 'M8 2l5 2v3.500c0 3.200-2.100 5.500-5 6.500-2.900-1-5-3.300-5-6.500V4z',
  desk: 'M2.500 5.500h11v7h-11zM6 5.500v-2h4v2M2.500 9h11',
} as const

export type IconName = keyof typeof paths

/** Decoration beside a word; whoever uses it alone gives the button a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
