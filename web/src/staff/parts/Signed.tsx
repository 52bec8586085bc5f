// A report as the note that was signed, with the key that verifies it: to read, and as a file.
import { t } from '../texts/index.ts'
import { Button } from '../ui/Button.tsx'
import { Id } from '../ui/Id.tsx'
import css from '../ui/layout.module.css'
import { Facts, Panel } from '../ui/Page.tsx'
import { saveText } from '../ui/saveText.ts'
import own from './signed.module.css'

const words = () => t.days

export function Signed({ note, vkey, file }: { note: string; vkey: string | null; file: string }) {
  return (
    <Panel
      title={words().signed}
      aside={<Button onClick={() => saveText(file, note)}>{words().download}</Button>}
    >
      <div className={css.stack}>
        {vkey !== null && <Facts facts={[[words().key, <Id key="k" value={vkey} />]]} />}
        {/* A long note scrolls by keys too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <pre className={own.note} tabIndex={0} aria-label={words().signed} role="region">
          {note}
        </pre>
      </div>
    </Panel>
  )
}
