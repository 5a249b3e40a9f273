// Package risk holds the screens about what an attacker could find out, about any person, from a release.
package risk
