//! Runs the get methods of contracts on a state, without changing it.

use num_bigint::BigInt;
use ton::{Address, Cell};
use tycho_types::cell::CellBuilder;
use tycho_vm::{OwnedCellSlice, RcStackValue, Stack, VmGetterArgs, VmGetterMethodId};

use crate::Chain;

/// One thing on the stack, in or out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    Number(BigInt),
    Cell(Cell),
    /// A slice, as a cell of its own: an address, for example.
    Slice(Cell),
    Null,
    /// Several things.
    Tuple(Vec<Argument>),
}

/// What a get method answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    /// 0 or 1 is success.
    pub exit_code: i32,
    /// Gas that was used.
    pub gas_used: u64,
    /// The results, the last one on top.
    pub stack: Vec<Argument>,
}

/// A method by its name or by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    Named(String),
    Numbered(u32),
}

impl VmGetterMethodId for Method {
    fn as_getter_method_id(&self) -> u32 {
        match self {
            Method::Named(name) => name.as_str().as_getter_method_id(),
            Method::Numbered(number) => *number,
        }
    }
}

impl Chain {
    /// Runs a get method on the last block; nothing if there is no contract.
    pub fn run(&self, address: Address, method: &str, stack: &[Argument]) -> Option<Ran> {
        let head = self.head();
        self.run_at(address, head.seqno, &Method::Named(method.to_owned()), stack)
    }

    pub(crate) fn run_at(&self, address: Address, seqno: u32, method: &Method, stack: &[Argument]) -> Option<Ran> {
        let (account, block) = {
            let state = self.state();
            (state.account(address, seqno), state.block(seqno))
        };
        let account = account.load_account().ok()??;
        let mut args = VmGetterArgs::default();
        args.now = u32::try_from(block?.now).unwrap_or(u32::MAX);
        let stack = stack.iter().map(Argument::value).collect();
        let out = self
            .rules
            .caller
            .call_getter_ext(&account, method, stack, &args, None)
            .ok()?;
        Some(Ran {
            exit_code: out.exit_code,
            gas_used: out.gas_used,
            stack: out.stack.iter().map(Argument::of).collect(),
        })
    }
}

impl Argument {
    /// An address as contracts take it.
    pub fn address(address: Address) -> Argument {
        let address = tycho_types::models::StdAddr::from(address);
        Argument::Slice(CellBuilder::build_from(address).expect("an address fits a cell"))
    }

    /// The number, if it is one that fits.
    pub fn number(&self) -> Option<i128> {
        match self {
            Argument::Number(number) => i128::try_from(number).ok(),
            _ => None,
        }
    }

    fn value(&self) -> RcStackValue {
        match self {
            Argument::Number(number) => RcStackValue::new_dyn_value(number.clone()),
            Argument::Cell(cell) => RcStackValue::new_dyn_value(cell.clone()),
            Argument::Slice(cell) => RcStackValue::new_dyn_value(OwnedCellSlice::new_allow_exotic(cell.clone())),
            Argument::Null => Stack::make_null(),
            Argument::Tuple(items) => {
                RcStackValue::new_dyn_value(items.iter().map(Argument::value).collect::<Vec<_>>())
            }
        }
    }

    fn of(value: &RcStackValue) -> Argument {
        if let Some(number) = value.as_int() {
            return Argument::Number(number.clone());
        }
        if let Some(cell) = value.as_cell() {
            return Argument::Cell(cell.clone());
        }
        if let Some(slice) = value.as_cell_slice() {
            return CellBuilder::build_from(slice.apply()).map_or(Argument::Null, Argument::Slice);
        }
        match value.as_tuple() {
            Some(items) => Argument::Tuple(items.iter().map(Argument::of).collect()),
            None => Argument::Null,
        }
    }
}
