// Two to six images of the document: chosen or taken with the camera, sent at once, each with its progress.
import { useId, useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isApiError } from '../../shared/envelope.ts'
import { useUtilsUploadConfigMutation } from './api.ts'
import { errorText } from '../../i18n/errorText.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { Card } from '../../ui/Page.tsx'
import { attach, remove, replace, retry, type Picture } from './draft.ts'
import { Fault } from './Fault.tsx'
import { imagesMax, imagesMin } from './form.ts'
import { NotAnImage } from './upload.ts'
import css from './Kyc.module.css'
import own from './Pictures.module.css'

const kinds = 'image/jpeg,image/png,image/webp,image/heic'

/** The grid with its tiles for adding. */
export function Pictures({ pictures, fault }: { pictures: readonly Picture[]; fault: string | undefined }) {
  const { t } = useTranslation('kyc')
  const [config] = useUtilsUploadConfigMutation()
  const askPlace = () => config({ ctype: 'kyc' }).unwrap()
  return (
    <Card className={css.form}>
      <div className={own.between}>
        <h2>{t('pictures.title')}</h2>
        <span className={own.count}>
          {t('pictures.count', {
            count: pictures.filter(({ state }) => state !== 'failed').length,
            max: imagesMax,
          })}
        </span>
      </div>
      <p className={css.text}>{t('pictures.text', { count: imagesMin })}</p>
      <ul className={own.grid} data-fault={fault !== undefined}>
        {pictures.map((picture, index) => (
          <Tile
            key={picture.id}
            picture={picture}
            number={index + 1}
            onRetry={() => retry(picture, askPlace)}
            onReplace={(file) => replace(picture, file, askPlace)}
          />
        ))}
        {pictures.length < imagesMax && (
          <>
            <Add icon="plus" label={t('pictures.choose')} onFiles={(files) => attach(files, askPlace)} />
            <Add
              icon="camera"
              label={t('pictures.camera')}
              camera
              onFiles={(files) => attach(files, askPlace)}
            />
          </>
        )}
      </ul>
      {pictures.map(
        ({ id, state, fault: why }, index) =>
          state === 'failed' && (
            <Fault key={id} text={t('pictures.fault', { number: index + 1, why: whyOf(why, t) })} />
          ),
      )}
      <Fault text={fault} />
    </Card>
  )
}

function Add({
  icon,
  label,
  camera = false,
  onFiles,
}: {
  icon: IconName
  label: string
  camera?: boolean
  onFiles: (files: File[]) => void
}) {
  const id = useId()
  return (
    <li>
      <label className={own.add} htmlFor={id}>
        <Icon name={icon} />
        {label}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={kinds}
        multiple={!camera}
        {...(camera ? { capture: 'environment' as const } : {})}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen again after it was taken away.
          event.target.value = ''
        }}
      />
    </li>
  )
}

function Tile({
  picture,
  number,
  onRetry,
  onReplace,
}: {
  picture: Picture
  number: number
  onRetry: () => void
  onReplace: (file: File) => void
}) {
  const { t } = useTranslation('kyc')
  return (
    <li className={own.tile} data-state={picture.state}>
      <Preview key={picture.preview} picture={picture} number={number} />
      {picture.state === 'sending' && (
        <progress
          className={own.progress}
          max={100}
          value={picture.progress}
          aria-label={t('pictures.sending', { number })}
        />
      )}
      {picture.state === 'done' && (
        <span className={own.done}>
          <Icon name="check" label={t('pictures.done')} />
        </span>
      )}
      {picture.state === 'failed' && mayWork(picture.fault) && (
        <button type="button" className={own.again} onClick={onRetry}>
          <Icon name="refresh" />
          {t('pictures.retry')}
        </button>
      )}
      {picture.state === 'failed' && !mayWork(picture.fault) && (
        <Replace number={number} look={own.again} onFile={onReplace} />
      )}
      {picture.state === 'done' && <Replace number={number} look={own.replace} onFile={onReplace} />}
      <button
        type="button"
        className={own.remove}
        aria-label={t('pictures.remove', { number })}
        onClick={() => remove(picture.id)}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

/** What no browser can draw is a picture of a picture: a broken one would look like our fault. */
function Preview({ picture, number }: { picture: Picture; number: number }) {
  const { t } = useTranslation('kyc')
  const [broken, setBroken] = useState(false)
  const alt = t('pictures.one', { number })
  if (broken) return <Icon name="camera" label={alt} className={own.broken} />
  return <img src={picture.preview} alt={alt} onError={() => setBroken(true)} />
}

/** Takes another picture in the place of this one. */
function Replace({
  number,
  look,
  onFile,
}: {
  number: number
  look: string | undefined
  onFile: (file: File) => void
}) {
  const { t } = useTranslation('kyc')
  const id = useId()
  return (
    <>
      <label className={look} htmlFor={id}>
        <Icon name="camera" />
        {t('pictures.replace')}
      </label>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        accept={kinds}
        aria-label={t('pictures.replaceOne', { number })}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Whether the same file may get through at another try. */
function mayWork(fault: unknown): boolean {
  return !(fault instanceof NotAnImage) || fault.why === 'slow' || fault.why === 'refused'
}

/** In words. */
function whyOf(fault: unknown, t: ReturnType<typeof useTranslation<'kyc'>>['t']): string {
  if (fault instanceof NotAnImage) return t(`wrong.${fault.why}`)
  return isApiError(fault) && fault.kind === 'server' ? errorText(fault) : t('wrong.lost')
}
