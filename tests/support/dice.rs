//! Choices read from bytes: proptest shrinks the bytes, and with them everything that is made from them.

/// Reads choices; when the bytes are used up, every choice is the first and simplest.
#[derive(Debug, Clone)]
pub struct Dice {
    bytes: Vec<u8>,
    at: usize,
}

impl Dice {
    pub fn new(bytes: &[u8]) -> Dice {
        Dice { bytes: bytes.to_vec(), at: 0 }
    }

    /// A number below `sides` (at most 256).
    pub fn roll(&mut self, sides: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        usize::from(byte) % sides.max(1)
    }

    /// True once in `times`; false when the bytes are used up.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.roll(times) == times - 1
    }

    pub fn coin(&mut self) -> bool {
        self.once_in(2)
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = last - self.roll(last + 1);
            items.swap(last, other);
        }
    }
}
