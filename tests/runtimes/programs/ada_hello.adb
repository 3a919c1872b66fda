-- SPDX-License-Identifier: GPL-2.0-or-later
-- GNAT: text and files, strings, containers, controlled objects, tasks.
--
-- long: its compiler or its start takes seconds
-- build: gnatmake -q -g $SRC -o $BIN -D .
-- features: put strings containers exceptions file access_types calendar controlled random secondary
-- threads: task protected delayed waiting
with Ada.Calendar;
with Ada.Command_Line;
with Ada.Containers.Indefinite_Ordered_Maps;
with Ada.Environment_Variables;
with Ada.Exceptions;
with Ada.Finalization;
with Ada.Numerics.Float_Random;
with Ada.Strings.Unbounded;
with Ada.Text_IO;
with Ada.Unchecked_Deallocation;
with Interfaces.C;
with System;

procedure Ada_Hello is
   use Ada.Strings.Unbounded;
   use type Interfaces.C.size_t;
   use type System.Address;

   function C_Malloc (Bytes : Interfaces.C.size_t) return System.Address
     with Import, Convention => C, External_Name => "malloc";

   package Maps is new Ada.Containers.Indefinite_Ordered_Maps (String, Integer);
   type Handle is new Ada.Finalization.Controlled with record
      Name : Unbounded_String;
   end record;
   type String_Access is access String;
   procedure Free is new Ada.Unchecked_Deallocation (String, String_Access);

   procedure Plant is
      Lost : System.Address;
   begin
      if Ada.Environment_Variables.Exists ("PLANT") then
         Lost := C_Malloc (1337);
         if Lost = System.Null_Address then
            raise Program_Error;
         end if;
      end if;
   end Plant;

   function Joined (A, B : String) return String is (A & ' ' & B);

   protected type Counter is
      procedure Count;
      entry Wait_For_Two;
   private
      Number : Natural := 0;
   end Counter;
   protected body Counter is
      procedure Count is
      begin
         Number := Number + 1;
      end Count;
      entry Wait_For_Two when Number >= 2 is
      begin
         null;
      end Wait_For_Two;
   end Counter;

   procedure Show_Task is
      task Worker is
         entry Start (Number : Integer);
      end Worker;
      task body Worker is
      begin
         accept Start (Number : Integer) do
            Ada.Text_IO.Put_Line (Number'Image);
         end Start;
      end Worker;
   begin
      Worker.Start (42);
   end Show_Task;

   procedure Show_Protected is
      Both : Counter;
      task type Worker;
      task body Worker is
      begin
         Both.Count;
      end Worker;
      One, Two : Worker;
      pragma Unreferenced (One, Two);
   begin
      Both.Wait_For_Two;
   end Show_Protected;

   procedure Show_Delayed is
      task Worker;
      task body Worker is
      begin
         delay 0.01;
      end Worker;
   begin
      select
         delay 0.001;
      then abort
         delay 10.0;
      end select;
   end Show_Delayed;

   procedure Show_Waiting is
      task Server is
         entry Work;
      end Server;
      task body Server is
      begin
         loop
            select
               accept Work;
            or
               terminate;
            end select;
         end loop;
      end Server;
   begin
      Server.Work;
   end Show_Waiting;

   Feature : constant String := Ada.Command_Line.Argument (1);
begin
   Plant;
   if Feature = "put" then
      Ada.Text_IO.Put_Line ("hello" & Integer'Image (42));
   elsif Feature = "strings" then
      declare
         Text : Unbounded_String := To_Unbounded_String ("hello");
      begin
         for I in 1 .. 100 loop
            Append (Text, " world");
         end loop;
         Ada.Text_IO.Put_Line (Integer'Image (Length (Text)));
      end;
   elsif Feature = "containers" then
      declare
         Map : Maps.Map;
      begin
         Map.Insert ("one", 1);
         Map.Insert ("two", 2);
         Ada.Text_IO.Put_Line (Integer'Image (Map ("two")));
      end;
   elsif Feature = "exceptions" then
      begin
         raise Constraint_Error with "hello";
      exception
         when Error : others =>
            Ada.Text_IO.Put_Line (Ada.Exceptions.Exception_Information (Error));
      end;
   elsif Feature = "file" then
      declare
         File : Ada.Text_IO.File_Type;
      begin
         Ada.Text_IO.Open (File, Ada.Text_IO.In_File, "/etc/passwd");
         Ada.Text_IO.Put_Line (Ada.Text_IO.Get_Line (File));
         Ada.Text_IO.Close (File);
      end;
   elsif Feature = "access_types" then
      declare
         Text : String_Access := new String'("hello");
      begin
         Ada.Text_IO.Put_Line (Text.all);
         Free (Text);
      end;
   elsif Feature = "calendar" then
      Ada.Text_IO.Put_Line (Integer'Image (Ada.Calendar.Year (Ada.Calendar.Clock)));
   elsif Feature = "controlled" then
      declare
         One : Handle;
         Two : Handle;
      begin
         One.Name := To_Unbounded_String ("a name of some length");
         Two := One;
         Ada.Text_IO.Put_Line (To_String (Two.Name));
      end;
   elsif Feature = "random" then
      declare
         Numbers : Ada.Numerics.Float_Random.Generator;
      begin
         Ada.Numerics.Float_Random.Reset (Numbers);
         Ada.Text_IO.Put_Line (Float'Image (Ada.Numerics.Float_Random.Random (Numbers)));
      end;
   elsif Feature = "secondary" then
      Ada.Text_IO.Put_Line (Joined (Feature, Joined ("hello", "world")));
   elsif Feature = "task" then
      Show_Task;
   elsif Feature = "protected" then
      Show_Protected;
   elsif Feature = "delayed" then
      Show_Delayed;
   elsif Feature = "waiting" then
      Show_Waiting;
   else
      Ada.Command_Line.Set_Exit_Status (99);
   end if;
end Ada_Hello;
