// The player's seed pair: what is committed now, what was revealed, and the rotation between them.
import { useState } from 'react'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { useFishingSeedInfoQuery } from '../../api/shared.ts'
import { useFishingSeedRotateMutation } from './api.ts'
import { haptic } from '../../platform/messenger.ts'
import { Button } from '../../ui/Button.tsx'
import { Code, Field } from '../../ui/Field.tsx'
import { Row, Rows } from '../../ui/Page.tsx'
import { QueryState } from '../../ui/QueryState.tsx'
import { freshSeed } from '../../state/deviceValue.ts'
import { toast, toastError } from '../../ui/toast.tsx'
import { PublicLog } from './PublicLog.tsx'
import css from './fairness.module.css'

/** domain §2.6. */
const clientSeedRule = /^[A-Za-z0-9_-]{1,64}$/

/** Commit, nonce, client seed, rotation, and the pair revealed last. */
export function SeedPanel() {
  const { t } = useTranslation('fairness')
  const query = useFishingSeedInfoQuery({})
  return (
    <QueryState query={query} heights={[1, 1, 1]}>
      {(data) => (
        <div className={css.block}>
          <Code label={t('commit')} value={data.commit} />
          <Code label={t('nextCommit')} value={data.next_commit} />
          {data.client_seed === '' ? (
            <p className={css.quiet}>{t('clientUnchosen')}</p>
          ) : (
            <Code label={t('clientNow')} value={data.client_seed} />
          )}
          <Rows>
            <Row label={t('nonce')}>{data.nonce}</Row>
          </Rows>
          <RotateForm key={data.commit} />
          <h3>{t('previous')}</h3>
          {data.previous ? (
            <>
              <Code label={t('serverSeed')} value={data.previous.server_seed} />
              <Code label={t('verify.commit')} value={data.previous.commit} />
              <Rows>
                <Row label={t('client')}>{data.previous.client_seed || '–'}</Row>
                <Row label={t('casts')}>{data.previous.casts}</Row>
              </Rows>
            </>
          ) : (
            <p className={css.quiet}>{t('none')}</p>
          )}
          <PublicLog />
        </div>
      )}
    </QueryState>
  )
}

function RotateForm() {
  const { t } = useTranslation('fairness')
  const [wish, setWish] = useState(freshSeed)
  const [rotate, { isLoading }] = useFishingSeedRotateMutation()
  const fault = clientSeedRule.test(wish) ? undefined : t('clientBad')

  const submit = async () => {
    const result = await rotate({ client_seed: wish })
    if (result.error) return toastError(result.error)
    haptic('success')
    toast(t('rotated'), 'good')
  }

  return (
    <form
      className={css.block}
      onSubmit={(event) => {
        event.preventDefault()
        if (!fault) void submit()
      }}
    >
      <Field
        label={t('clientNext')}
        hint={t('clientHint')}
        fault={fault}
        value={wish}
        maxLength={64}
        mono
        onChange={(event) => setWish(event.target.value)}
      />
      <Button type="submit" look="secondary" icon="refresh" busy={isLoading} disabled={fault !== undefined}>
        {t('rotate')}
      </Button>
    </form>
  )
}
