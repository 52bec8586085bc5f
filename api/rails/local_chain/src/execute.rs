//! Makes blocks: every message under way becomes a transaction, by the real executor.
//!
//! One hop a block: what a transaction sends is delivered in the next block. Messages
//! between accounts come before messages from outside. The order is the order of
//! sending, so the same inputs give the same block.

use std::fmt;

use ton::{Address, Cell};
use tycho_executor::{Executor, ExecutorInspector, ExecutorOutput, ExecutorParams, ParsedConfig};
use tycho_types::cell::{CellBuilder, HashBytes};
use tycho_types::error::Error;
use tycho_types::models::{IntAddr, IntMsgInfo, MessageLayout, MsgInfo, OwnedMessage, ShardAccount, StdAddr};
use tycho_types::num::Tokens;
use tycho_vm::{BehaviourModifiers, VmCaller};

use crate::chain::Refused;
use crate::config;
use crate::state::{Block, Entry, State};

/// Logical time between blocks, as on the main net.
const LT_PER_BLOCK: u64 = 1_000_000;

/// Under which messages are executed; never changes.
pub struct Rules {
    config: ParsedConfig,
    pub caller: VmCaller,
}

impl fmt::Debug for Rules {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Rules")
    }
}

impl Rules {
    pub fn new() -> Result<Rules, Error> {
        let config = config::rules()?;
        Ok(Rules {
            caller: VmCaller {
                libraries: config::libraries()?,
                behaviour_modifiers: BehaviourModifiers::default(),
                config: config.raw.params.clone(),
            },
            config,
        })
    }

    /// Would the contract take this message from outside now?
    pub fn check(&self, state: &State, message: &Cell) -> Result<(), Refused> {
        let head = state.head(0);
        let next = Block {
            now: state.now.max(head.now),
            ..head
        };
        self.execute(state, next, message, true).map(|_| ())
    }

    /// The next block.
    pub fn mine(&self, state: &mut State) -> Block {
        let seqno = state.head(0).seqno + 1;
        state.lt = state.lt.max(u64::from(seqno) * LT_PER_BLOCK);
        let block = Block {
            seqno,
            now: state.now,
            lt: state.lt,
        };
        let mut sent = Vec::new();
        for message in std::mem::take(&mut state.queue) {
            sent.extend(self.apply(state, block, &message, false));
        }
        for message in std::mem::take(&mut state.inbox) {
            sent.extend(self.apply(state, block, &message, true));
        }
        state.queue = sent;
        let block = Block { lt: state.lt, ..block };
        state.push_block(block);
        block
    }

    /// Executes one message for good; what it sends.
    fn apply(&self, state: &mut State, block: Block, message: &Cell, external: bool) -> Vec<Cell> {
        let (to, done) = match self.execute(state, block, message, external) {
            Ok(done) => done,
            Err(refused) => {
                tracing::debug!(exit = ?refused.exit, why = refused.why, "A message was refused in its block.");
                return Vec::new();
            }
        };
        let past = state.accounts.entry(to).or_default();
        past.transactions.push(Entry {
            seqno: block.seqno,
            lt: done.new_state.last_trans_lt,
            root: done.transaction.into_inner(),
        });
        past.push(block.seqno, done.new_state);
        state.lt = done.transaction_meta.next_lt.max(state.lt) + 1;
        let sent = done.transaction_meta.out_msgs.into_iter();
        sent.filter(|message| matches!(message.load(), Ok(message) if message.info.is_internal()))
            .map(|message| message.into_inner())
            .collect()
    }

    fn execute(
        &self,
        state: &State,
        block: Block,
        message: &Cell,
        external: bool,
    ) -> Result<(Address, ExecutorOutput), Refused> {
        let to = destination(message).ok_or_else(|| refused(None, "no account to go to"))?;
        let account = state.account(to.clone().into(), u32::MAX);
        let params = self.params(block);
        let mut inspector = ExecutorInspector::default();
        let done = self.run(
            &params,
            &to,
            message.clone(),
            external,
            &account,
            state.lt,
            &mut inspector,
        );
        let exit = inspector.exit_code;
        done.map(|done| (to.into(), done)).map_err(|why| refused(exit, &why))
    }

    #[expect(clippy::too_many_arguments, reason = "the executor's own parts, used once")]
    fn run(
        &self,
        params: &ExecutorParams,
        to: &StdAddr,
        message: Cell,
        external: bool,
        account: &ShardAccount,
        lt: u64,
        inspector: &mut ExecutorInspector<'_>,
    ) -> Result<ExecutorOutput, String> {
        Executor::new(params, &self.config)
            .with_min_lt(lt)
            .begin_ordinary_ext(to, external, message, account, Some(inspector))
            .map_err(|error| error.to_string())?
            .commit()
            .map_err(|error| error.to_string())
    }

    fn params(&self, block: Block) -> ExecutorParams {
        let mut seed = [0; 32];
        seed[28..].copy_from_slice(&block.seqno.to_be_bytes());
        ExecutorParams {
            libraries: self.caller.libraries.clone(),
            rand_seed: HashBytes(seed),
            block_unixtime: u32::try_from(block.now).unwrap_or(u32::MAX),
            block_lt: u64::from(block.seqno) * LT_PER_BLOCK,
            charge_action_fees_on_fail: true,
            strict_extra_currency: true,
            ..ExecutorParams::default()
        }
    }

    /// A message between accounts, made by the chain itself.
    pub fn internal(
        &self,
        state: &mut State,
        from: Address,
        to: Address,
        nano: u128,
        bounce: bool,
        body: Cell,
    ) -> Cell {
        state.lt += 1;
        let message = OwnedMessage {
            info: MsgInfo::Int(IntMsgInfo {
                ihr_disabled: true,
                bounce,
                bounced: false,
                src: from.into(),
                dst: to.into(),
                value: Tokens::new(nano).into(),
                extra_flags: Default::default(),
                fwd_fee: Tokens::ZERO,
                created_lt: state.lt,
                created_at: u32::try_from(state.now).unwrap_or(u32::MAX),
            }),
            init: None,
            body: body.into(),
            layout: Some(MessageLayout {
                init_to_cell: false,
                body_to_cell: true,
            }),
        };
        CellBuilder::build_from(message).expect("a message fits a cell")
    }
}

fn destination(message: &Cell) -> Option<StdAddr> {
    let message = message.parse::<OwnedMessage>().ok()?;
    match message.info {
        MsgInfo::Int(info) => std(info.dst),
        MsgInfo::ExtIn(info) => std(info.dst),
        MsgInfo::ExtOut(_) => None,
    }
}

fn std(address: IntAddr) -> Option<StdAddr> {
    match address {
        IntAddr::Std(address) if address.anycast.is_none() => Some(address),
        IntAddr::Std(_) | IntAddr::Var(_) => None,
    }
}

fn refused(exit: Option<i32>, why: &str) -> Refused {
    Refused {
        exit,
        why: why.to_owned(),
    }
}
