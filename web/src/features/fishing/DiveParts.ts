/** Everything that stands on the screen only during a dive. A chunk of its own: the first screen needs none of it. */
export { CatchStrip } from './CatchStrip.tsx'
export { DiveControls } from './DiveControls.tsx'
export { Notes } from './Notes.tsx'
export { SideColumn } from './SideColumn.tsx'
