// The list of keys.
import { t } from '../texts/index.ts'
import { Dialog } from '../ui/Dialog.tsx'
import css from './shell.module.css'

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t.keys.title} onClose={onClose}>
      <dl className={css.keys}>
        {t.keys.list.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
