//go:build js && wasm

package main

import (
	"encoding/json"
	"syscall/js"

	"dpscope/engine"
	"dpscope/ui/browser"
	"dpscope/ui/command"
)

// onPage passes messages between the page and a tab, as long as the worker lives.
func onPage() {
	picked := &picked{}
	tab := browser.New(browser.Options{
		Context: session(picked.permits),
		Send:    func(message []byte) { js.Global().Call("send", string(message)) },
		Program: engine.Program{Version: command.Version},
	})
	js.Global().Call("ready", js.FuncOf(func(_ js.Value, args []js.Value) any {
		message := []byte(args[0].String())
		var files struct{ Names []string }
		if json.Unmarshal(message, &files) == nil {
			picked.add(files.Names)
		}
		tab.Receive(message)
		return nil
	}))
	select {}
}
