(* SPDX-License-Identifier: GPL-2.0-or-later
   OCaml, whose heap the runtime keeps until the process ends.

   long: its compiler or its start takes seconds
   needs: ocamlopt
   build: cp $SRC $WORK/ocaml_hello.ml && cc -c -g -I $(ocamlopt -where) -I $DIR $DIR/plant.c -o $WORK/plant_ocaml.o && cd $WORK && ocamlopt -g -I +threads unix.cmxa threads.cmxa ocaml_hello.ml plant_ocaml.o -o $BIN
   features: print list table strings exception file closure buffer scanf lazy_value
   threads: thread mutex condition event
*)
external plant : unit -> int = "plant_of_interpreter" [@@noalloc]

let in_thread work =
  let threads = List.init 3 (fun i -> Thread.create work i) in
  List.iter Thread.join threads

let features = [
  "print", (fun () -> Printf.printf "hello %d %.2f\n" 42 3.5);
  "list", (fun () -> print_int (List.fold_left (+) 0 (List.init 1000 (fun x -> x))));
  "table", (fun () -> let t = Hashtbl.create 16 in Hashtbl.add t "one" 1; print_int (Hashtbl.find t "one"));
  "strings", (fun () -> print_endline (String.concat "," ["hello"; String.make 1000 'x']));
  "exception", (fun () -> try failwith "hello" with Failure text -> print_endline text);
  "file", (fun () -> let f = open_in "/etc/passwd" in print_endline (input_line f); close_in f);
  "closure", (fun () -> let n = ref 0 in List.iter (fun x -> n := !n + x) [1; 2; 3]; print_int !n);
  "buffer", (fun () -> let b = Buffer.create 1 in Buffer.add_string b "hello"; print_string (Buffer.contents b));
  "scanf", (fun () -> Scanf.sscanf "42 x" "%d %s" (fun n s -> Printf.printf "%d%s" n s));
  "lazy_value", (fun () -> print_int (Lazy.force (lazy 42)));
  "thread", (fun () -> in_thread (fun i -> Printf.printf "%d\n" i));
  "mutex", (fun () -> let m = Mutex.create () in in_thread (fun _ -> Mutex.lock m; Mutex.unlock m));
  "condition", (fun () ->
    let m = Mutex.create () and c = Condition.create () and ready = ref false in
    let t = Thread.create (fun () -> Mutex.lock m; ready := true; Condition.signal c; Mutex.unlock m) () in
    Mutex.lock m; while not !ready do Condition.wait c m done; Mutex.unlock m; Thread.join t);
  "event", (fun () ->
    let c = Event.new_channel () in
    let t = Thread.create (fun () -> Event.sync (Event.send c 42)) () in
    print_int (Event.sync (Event.receive c)); Thread.join t);
]

let () =
  if Array.length Sys.argv > 1 then begin
    ignore (plant ());
    match List.assoc_opt Sys.argv.(1) features with
    | Some show -> show ()
    | None -> exit 99
  end
