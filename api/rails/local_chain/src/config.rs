//! The rules of the chain: gas, storage and forwarding prices as on the main net.
//!
//! A payout that is short of gas here is short of gas there, so the numbers are those
//! of the main net's configuration (parameters 8, 12, 18, 19, 20, 21, 24, 25, 43).

use tycho_executor::ParsedConfig;
use tycho_types::cell::HashBytes;
use tycho_types::dict::Dict;
use tycho_types::error::Error;
use tycho_types::models::{
    BlockchainConfig, GasLimitsPrices, GlobalCapabilities, GlobalVersion, LibDescr, MsgForwardPrices, StoragePrices,
    WorkchainDescription, WorkchainFormat, WorkchainFormatBasic,
};

/// The main net's id.
pub const GLOBAL_ID: i32 = -239;
const VERSION: u32 = 12;
const CAPABILITIES: u64 = 0x1ee;

/// Everything a transaction is executed under.
pub fn rules() -> Result<ParsedConfig, Error> {
    let mut config = BlockchainConfig::new_empty(HashBytes([0x55; 32]));
    config.set_global_version(&GlobalVersion {
        version: VERSION,
        capabilities: GlobalCapabilities::new(CAPABILITIES),
    })?;
    config.set_global_id(GLOBAL_ID)?;
    config.set_workchains(&workchains()?)?;
    config.set_storage_prices(&[STORAGE])?;
    config.set_gas_prices(true, &GAS_MASTERCHAIN)?;
    config.set_gas_prices(false, &GAS)?;
    config.set_msg_forward_prices(true, &FORWARD_MASTERCHAIN)?;
    config.set_msg_forward_prices(false, &FORWARD)?;
    config.set_fundamental_addresses(&[HashBytes([0x33; 32])])?;
    config.set_size_limits(&ParsedConfig::DEFAULT_SIZE_LIMITS_CONFIG)?;
    ParsedConfig::parse(config, u32::MAX)
}

/// The library cells of the masterchain: the code of every USDT jetton wallet.
pub fn libraries() -> Result<Dict<HashBytes, LibDescr>, Error> {
    let lib = ton::contracts::USDT_WALLET_LIBRARY.clone();
    let mut publishers = Dict::new();
    publishers.set(HashBytes([0x33; 32]), ())?;
    let mut libraries = Dict::new();
    libraries.set(*lib.repr_hash(), LibDescr { lib, publishers })?;
    Ok(libraries)
}

fn workchains() -> Result<Dict<i32, WorkchainDescription>, Error> {
    let mut workchains = Dict::new();
    workchains.set(
        0,
        WorkchainDescription {
            enabled_since: 0,
            actual_min_split: 0,
            min_split: 0,
            max_split: 4,
            active: true,
            accept_msgs: true,
            zerostate_root_hash: HashBytes::ZERO,
            zerostate_file_hash: HashBytes::ZERO,
            version: 0,
            format: WorkchainFormat::Basic(WorkchainFormatBasic {
                vm_version: -1,
                vm_mode: 0,
            }),
        },
    )?;
    Ok(workchains)
}

const STORAGE: StoragePrices = StoragePrices {
    utime_since: 0,
    bit_price_ps: 1,
    cell_price_ps: 500,
    mc_bit_price_ps: 1_000,
    mc_cell_price_ps: 500_000,
};

const GAS: GasLimitsPrices = GasLimitsPrices {
    gas_price: 400 << 16,
    gas_limit: 1_000_000,
    special_gas_limit: 1_000_000,
    gas_credit: 10_000,
    block_gas_limit: 10_000_000,
    freeze_due_limit: 100_000_000,
    delete_due_limit: 1_000_000_000,
    flat_gas_limit: 100,
    flat_gas_price: 40_000,
};

const GAS_MASTERCHAIN: GasLimitsPrices = GasLimitsPrices {
    gas_price: 10_000 << 16,
    special_gas_limit: 70_000_000,
    block_gas_limit: 2_500_000,
    flat_gas_price: 1_000_000,
    ..GAS
};

const FORWARD: MsgForwardPrices = MsgForwardPrices {
    lump_price: 400_000,
    bit_price: 400 << 16,
    cell_price: 40_000 << 16,
    ihr_price_factor: 98_304,
    first_frac: 21_845,
    next_frac: 21_845,
};

const FORWARD_MASTERCHAIN: MsgForwardPrices = MsgForwardPrices {
    lump_price: 10_000_000,
    bit_price: 10_000 << 16,
    cell_price: 1_000_000 << 16,
    ..FORWARD
};
