//! Enums whose variants each have a name or words of their own, in one table.

/// Defines an enum, and the function that returns what is beside each variant.
macro_rules! with_words {
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident;
        $(#[$fn_meta:meta])* $fn_vis:vis fn $words:ident;
        $($(#[$doc:meta])* $variant:ident $(($field:ty))? $text:literal,)*
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant $(($field))?,)*
        }

        impl $name {
            $(#[$fn_meta])*
            $fn_vis fn $words(self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $text,)*
                }
            }
        }
    };
}

pub(crate) use with_words;
