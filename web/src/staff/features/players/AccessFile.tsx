// Everything that is held of a person, for that person: asked for with a reason that is recorded, saved as two
// files, and gone from the screen afterwards.
import { useState } from 'react'
import { useAccessFileMutation, type AccessFileData } from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { saveBytes, saveText } from '../../ui/saveText.ts'
import css from '../../ui/layout.module.css'
import { accessPage } from './accessPage.ts'

const words = () => t.access

export function AccessFile({ player }: { player: string }) {
  const [asking, setAsking] = useState(false)
  const [file, setFile] = useState<AccessFileData | null>(null)
  const [make] = useAccessFileMutation()
  return (
    <section className={css.stack} aria-label={words().title}>
      {file === null ? (
        <div className={css.actions}>
          <Button onClick={() => setAsking(true)}>{words().make}</Button>
        </div>
      ) : (
        <Made file={file} onClose={() => setFile(null)} />
      )}
      {asking && (
        <ActionDialog
          title={words().make}
          label={words().make}
          act={(reason) => make({ player, reason })}
          onClose={() => setAsking(false)}
          onDone={(data) => {
            setAsking(false)
            setFile(data as AccessFileData)
          }}
        >
          <p>{words().makeText}</p>
          <p className={css.warn}>{words().readFirst}</p>
        </ActionDialog>
      )}
    </section>
  )
}

function Made({ file, onClose }: { file: AccessFileData; onClose: () => void }) {
  const name = `held-of-${file.player}`
  const records = file.parts.reduce((sum, part) => sum + part.records.length, 0)
  return (
    <>
      <p role="status">{words().made(String(records), String(file.parts.length))}</p>
      <div className={css.actions}>
        <Button
          look="main"
          onClick={() => saveBytes(`${name}.html`, 'text/html', new TextEncoder().encode(accessPage(file)))}
        >
          {words().savePage}
        </Button>
        <Button onClick={() => saveText(`${name}.json`, JSON.stringify(file, null, 2))}>
          {words().saveJson}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words().forget}
        </Button>
      </div>
    </>
  )
}
