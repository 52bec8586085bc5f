// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

/// A token for tests that can be as odd as real ones are. As Tether's, `transfer` answers nothing and may keep a fee.
contract TestUsdt {
    uint8 public constant decimals = 6;
    /// What each account holds, in millionths.
    mapping(address => uint256) public balanceOf;
    /// What becomes of a transfer to an account: 0 it arrives, 1 it reverts, 2 it answers `false` and moves nothing.
    mapping(address => uint8) public manner;
    /// What the token keeps of each transfer.
    uint256 public fee;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function setManner(address payee, uint8 how) external {
        manner[payee] = how;
    }

    function setFee(uint256 kept) external {
        fee = kept;
    }

    function transfer(address to, uint256 amount) external {
        require(manner[to] != 1, "this account takes nothing");
        if (manner[to] == 2) {
            assembly {
                mstore(0, 0)
                return(0, 32)
            }
        }
        require(balanceOf[msg.sender] >= amount, "more than there is");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount - fee;
        emit Transfer(msg.sender, to, amount - fee);
    }
}
