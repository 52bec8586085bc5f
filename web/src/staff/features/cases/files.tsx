// Files of a case: out of the vault for who says why, kept in memory while they are looked at.
import { useState } from 'react'
import {
  useCasesAttachMutation,
  useCasesFileMutation,
  type CasesFileData,
  type StaffCaseFile,
} from '../../api/endpoints.gen.ts'
import { ActionDialog } from '../../parts/ActionDialog.tsx'
import { t } from '../../texts/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Frame } from '../../ui/Field.tsx'
import { saveBytes } from '../../ui/saveText.ts'
import { size } from '../../words/size.ts'
import css from '../../ui/layout.module.css'
import own from './cases.module.css'

const words = () => t.cases
/** Largest file, as the server has it. */
const bytesMax = 2 * 1024 * 1024
/** Endings of what may be attached. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
}

/** A file that was attached; it is opened with a reason, which is recorded. */
export function CaseFile({ number, file }: { number: string; file: StaffCaseFile }) {
  const [asking, setAsking] = useState(false)
  const [picture, setPicture] = useState<string | null>(null)
  const [load] = useCasesFileMutation()
  const name = `${number}-${file.file.slice(0, 8)}.${endings[file.media_type] ?? 'bin'}`
  const shown = ({ media_type: type, bytes }: CasesFileData) => {
    setAsking(false)
    if (type.startsWith('image/')) setPicture(`data:${type};base64,${bytes}`)
    else
      saveBytes(
        name,
        type,
        Uint8Array.from(atob(bytes), (letter) => letter.codePointAt(0) ?? 0),
      )
  }
  return (
    <>
      <Button look="quiet" icon="book" onClick={() => setAsking(true)}>
        {name} ({size(file.bytes)})
      </Button>
      {picture !== null && <img className={own.picture} src={picture} alt={name} />}
      {asking && (
        <ActionDialog
          title={words().openFile}
          label={words().openFile}
          act={(reason) => load({ case: number, file: file.file, reason })}
          onClose={() => setAsking(false)}
          onDone={(data) => shown(data as CasesFileData)}
        >
          <p>{words().openFileText}</p>
        </ActionDialog>
      )}
    </>
  )
}

/** Chooses a file and attaches it. */
export function AttachFile({
  number,
  onClose,
  onDone,
}: {
  number: string
  onClose: () => void
  onDone: () => void
}) {
  const [file, setFile] = useState<File | null>(null)
  const [attach] = useCasesAttachMutation()
  const missing =
    file === null ? words().needsFile : file.size > bytesMax || file.size === 0 ? words().tooLarge : null
  return (
    <ActionDialog
      title={words().actions.attach}
      label={words().actions.attach}
      says={null}
      missing={missing}
      act={async () => attach({ case: number, bytes: await base64Of(file) })}
      onClose={onClose}
      onDone={onDone}
    >
      <Frame label={words().file} hint={words().fileHint} error={file && missing}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".pdf,.jpg,.jpeg,.png,.webp,.txt,.csv"
            onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          />
        )}
      </Frame>
      <p className={css.quiet}>{words().kept}</p>
    </ActionDialog>
  )
}

/** The bytes of a file in base 64; a call of so many letters has no room for them at once. */
async function base64Of(file: File | null): Promise<string> {
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? [])
  const letters: string[] = []
  for (let from = 0; from < bytes.length; from += 8_192)
    letters.push(String.fromCodePoint(...bytes.subarray(from, from + 8_192)))
  return btoa(letters.join(''))
}
