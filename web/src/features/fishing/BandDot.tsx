// The colour of the water that a level lies in.
import { bandName } from './model.ts'
import css from './BandDot.module.css'

export function BandDot({ level }: { level: number }) {
  return <i className={css.dot} data-band={bandName(level)} />
}
