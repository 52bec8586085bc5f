/** Everything that stands on the screen only during a dive. A chunk of its own: the first screen needs none of it. */
export { Announcer } from './Announcer.tsx'
export { CatchStrip } from './CatchStrip.tsx'
export { DiveControls } from './DiveControls.tsx'
export { ResumedBanner } from './ResumedBanner.tsx'
export { SideColumn } from './SideColumn.tsx'
